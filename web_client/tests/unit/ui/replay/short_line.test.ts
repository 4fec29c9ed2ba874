import { expect, it } from 'vitest';
import type { ClientMessage, ExploreRequest } from '../../../../src/protocol/client_messages';
import type { ServerMessage } from '../../../../src/protocol/server_messages';
import { loadLine } from '../../../../src/ui/replay/analysed_line';
import { shortLine } from '../../../../src/ui/replay/short_line';

/** Answers each question with the position `after N`, N being all moves until there. */
class Server {
  readonly asked: ExploreRequest[] = [];

  request(message: ClientMessage): Promise<ServerMessage> {
    const asked = message as ExploreRequest;
    this.asked.push(asked);
    const before = Number(asked.pos?.split(' ')[1] ?? 0);
    const pos = `after ${before + asked.moves.length}`;
    return Promise.resolve({ t: 'explored', pos, moves: asked.moves } as unknown as ServerMessage);
  }
}

const moves = Array.from({ length: 900 }, (_, at) => (at % 2 ? 'h9g7' : 'h2e2'));
const ask = (count: number): ExploreRequest => ({
  t: 'explore',
  game: 'xiangqi',
  moves: moves.slice(0, count),
});

it('leaves alone what a message has room for', async () => {
  const server = new Server();
  expect(await shortLine(server, ask(500))).toEqual(ask(500));
  expect(server.asked).toEqual([]);
});

// A game of 566 plies or more made a message that is too long.
it('asks of a long line from a position further on, for which it asks once', async () => {
  const server = new Server();
  const rest = moves.slice(500);
  expect(await shortLine(server, ask(900))).toEqual({ ...ask(0), pos: 'after 500', moves: rest });
  await shortLine(server, ask(899));
  expect(server.asked).toEqual([ask(500)]);
});

// Of more than 1,000 moves only the last of the positions on the way was kept: each step asked for all of them again.
it('asks once for each position on the way', async () => {
  const server = new Server();
  const long = { ...ask(500), game: 'gomoku', moves: [...moves, ...moves] } as const;
  for (let step = 0; step < 2; step++)
    expect(await shortLine(server, long)).toMatchObject({ pos: 'after 1500', moves: { length: 300 } });
  expect(server.asked).toHaveLength(3);
});

it('keeps a bounded number of positions', async () => {
  const server = new Server();
  const line = (number: number): ExploreRequest => ({ ...ask(501), rule: `rule ${number}` });
  for (let number = 0; number <= 100; number++) await shortLine(server, line(number));
  server.asked.length = 0;
  await shortLine(server, line(0));
  expect(server.asked).toHaveLength(1);
});

it('opens a long line on the analysis board', async () => {
  const { line } = await loadLine(new Server(), { game: 'xiangqi', rule: 'standard', moves });
  expect(line.moves).toEqual(moves);
});
