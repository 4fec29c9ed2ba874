// What the rules say: the engine's own referee, and none of the server.
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { within } from '../../lib/patience.mjs';

const engine =
  process.env.SANQI_ENGINE ??
  fileURLToPath(new URL('../../../../build/release/engine/cli/sanqi-engine', import.meta.url));

export class Referee {
  #process = spawn(engine, ['rules'], { stdio: ['pipe', 'pipe', 'inherit'] });
  #asked = [];
  positions = 0;

  constructor() {
    createInterface({ input: this.#process.stdout }).on('line', (line) =>
      this.#asked.shift()(JSON.parse(line)),
    );
  }

  /** `{pos, turn, legal, check, outcome, forbidden?, perilous?}` after these moves, or `{error}`. */
  judge(game, moves) {
    this.positions++;
    const { game: name, rule, size } = game;
    const answer = new Promise((done) => this.#asked.push(done));
    this.#process.stdin.write(`${JSON.stringify({ game: name, rule, ...(size && { size }), moves })}\n`);
    return within(answer, () => 'the referee');
  }

  close() {
    this.#process.stdin.end();
  }
}
