// sanqi-bot with a program, as the tests start, kill and restart it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { PATIENCE_MS, eventually, within } from './patience.mjs';
import { binary } from './server.mjs';

const built = dirname(dirname(binary));
export const bot = process.env.SANQI_BOT ?? join(built, 'server/sanqi-bot');
export const engine = join(built, 'engine/cli/sanqi-engine');
export const piskvork = join(built, 'engine/cli/pbrain-sanqi');

export class BotProcess {
  #folder = mkdtempSync(join(tmpdir(), 'sanqi-bot-'));
  #words;
  #environment;
  #process;
  log = '';

  /** One that plays until the test is over. */
  static during(t, server, protocol, program, { policy, words = [], url = server.url, env = {} } = {}) {
    const guest = new BotProcess();
    t.after(() => guest.dispose());
    guest.#environment = env;
    guest.#words = ['--server', url, '--protocol', protocol, '--program', program, '--name', 'TheBot'];
    guest.#words.push('--token-file', join(guest.#folder, 'token'), ...words);
    if (policy) {
      const file = join(guest.#folder, 'policy.json');
      writeFileSync(file, JSON.stringify(policy));
      guest.#words.push('--policy', file);
    }
    return guest.start();
  }

  get pid() {
    return this.#process.pid;
  }

  start(more = []) {
    this.#process = spawn(bot, [...this.#words, ...more], {
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, ...this.#environment },
    });
    this.#process.stderr.on('data', (text) => (this.log += text));
    this.exited = new Promise((done, fail) => {
      this.#process.once('exit', (code, signal) => done(code ?? signal));
      this.#process.once('error', fail);
    });
    return this;
  }

  /** Until the log has these words; gives all of it. */
  says(words) {
    return eventually(`'${words}' of sanqi-bot`, () => this.log.includes(words) && this.log, PATIENCE_MS);
  }

  async stop(signal = 'SIGTERM') {
    this.#process.kill(signal);
    return within(this.exited, () => 'the end of sanqi-bot');
  }

  /** In order, so that its programs end with it: one that hangs would hold this process's pipe for ever. */
  async dispose() {
    await this.stop();
    rmSync(this.#folder, { recursive: true });
  }
}
