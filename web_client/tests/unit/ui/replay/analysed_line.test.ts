import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/protocol/connection';
import type { ClientMessage, ExploreRequest } from '../../../../src/protocol/client_messages';
import type { ServerMessage } from '../../../../src/protocol/server_messages';
import {
  loadLine,
  queryOf,
  lineFromQuery,
  defaultLine,
  type AnalysedLine,
} from '../../../../src/ui/replay/analysed_line';

const empty = `${'-'.repeat(225)} X`;

/** A server that knows which questions it refuses, and what it says then. */
function server(isRefused: (asked: ExploreRequest) => boolean, said = '') {
  return {
    request: (message: ClientMessage): Promise<ServerMessage> => {
      const asked = message as ExploreRequest;
      if (isRefused(asked))
        return Promise.reject(
          Object.assign(Object.create(Refusal.prototype) as Refusal, { code: 'illegal_move', message: said }),
        );
      return Promise.resolve({ t: 'explored', pos: asked.pos ?? empty, moves: asked.moves } as never);
    },
  };
}

const wanted: AnalysedLine = { game: 'gomoku', rule: 'renju', size: 15, moves: ['h8', 'i9'] };

describe('the address of the analysis board', () => {
  it('says what is looked at', () => {
    for (const line of [wanted, { ...wanted, pos: empty }, defaultLine('xiangqi')])
      expect(lineFromQuery(queryOf(line), 'antireversi')).toEqual(line);
  });

  it('is the usual board of the game that was played last where it says nothing, or nothing that is', () => {
    expect(lineFromQuery({}, 'antireversi')).toEqual(defaultLine('antireversi'));
    expect(lineFromQuery({ moves: 'd3' }, 'antireversi').moves).toEqual(['d3']);
    expect(lineFromQuery({ game: 'chess', moves: 'e2e4' }, 'gomoku')).toEqual(defaultLine('gomoku'));
    expect(lineFromQuery({ game: 'gomoku', size: 'wide' }, 'gomoku')).toEqual(defaultLine('gomoku'));
  });
});

describe('the analysis board', () => {
  it('begins where the server says, with the moves that it takes', async () => {
    const { line, record } = await loadLine(
      server(() => false),
      wanted,
    );
    expect(line).toEqual(wanted);
    expect(record).toMatchObject({ game: 'gomoku', rule: 'renju', size: 15, startPos: empty, gameId: '' });
  });

  it('drops moves that are not legal, and what is no position', async () => {
    const noMoves = server(({ moves }) => moves.length > 0);
    expect((await loadLine(noMoves, wanted)).line).toEqual({ ...wanted, moves: [] });
    const noPosition = server(({ pos }) => pos !== undefined);
    expect((await loadLine(noPosition, { ...wanted, pos: 'x' })).line).toEqual({ ...wanted, moves: [] });
    const noSize = server(({ size }) => size !== undefined);
    expect((await loadLine(noSize, { ...wanted, pos: 'x' })).line).toEqual(defaultLine('gomoku'));
  });

  // The address of a line with one wrong move was a board without moves.
  it('keeps the moves before the first that is not legal, and says which that was', async () => {
    const message = 'Move 2: This is no point.';
    const noZ = server(({ moves }) => moves.includes('zzzz'), message);
    const moves = ['h8', 'zzzz', 'i9'];
    const { line, problem } = await loadLine(noZ, { ...wanted, moves });
    expect([line.moves, problem]).toMatchObject([['h8'], { message }]);
  });

  // Such a text cost a question for each move, or went on without end.
  it.each(['moves: too many', 'Move 99: more than there are'])(
    'asks few times where it hears %j',
    async (said) => {
      const { request } = server(({ moves }) => moves.length > 0, said);
      let asked = 0;
      const counted = { request: (message: ClientMessage) => (++asked, request(message)) };
      const moves = Array.from({ length: 9 }, () => 'h8');
      expect((await loadLine(counted, { ...wanted, moves })).line.moves).toEqual([]);
      expect(asked).toBeLessThanOrEqual(5);
    },
  );

  it('waits where the server does not answer', async () => {
    const lost = { request: () => Promise.reject(new Error('no line')) };
    await expect(loadLine(lost, wanted)).rejects.toThrow('no line');
  });
});
