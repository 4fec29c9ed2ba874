import { describe, expect, it } from 'vitest';
import { Refusal } from '../../../../src/protocol/connection';
import type { ClientMessage, ExploreRequest } from '../../../../src/protocol/client_messages';
import type { ServerMessage } from '../../../../src/protocol/server_messages';
import {
  loadStudy,
  queryOf,
  studyFromQuery,
  defaultStudy,
  type Study,
} from '../../../../src/ui/replay/study';

const empty = `${'-'.repeat(225)} X`;

/** A server that knows which questions it refuses. */
function server(isRefused: (asked: ExploreRequest) => boolean) {
  return {
    request: (message: ClientMessage): Promise<ServerMessage> => {
      const asked = message as ExploreRequest;
      if (isRefused(asked))
        return Promise.reject(
          Object.assign(Object.create(Refusal.prototype) as Refusal, { code: 'illegal_move' }),
        );
      return Promise.resolve({ t: 'explored', pos: asked.pos ?? empty, moves: asked.moves } as never);
    },
  };
}

const wanted: Study = { game: 'gomoku', rule: 'renju', size: 15, moves: ['h8', 'i9'] };

describe('the address of the analysis board', () => {
  it('says what is looked at', () => {
    for (const studied of [wanted, { ...wanted, pos: empty }, defaultStudy('xiangqi')])
      expect(studyFromQuery(queryOf(studied), 'antireversi')).toEqual(studied);
  });

  it('is the usual board of the game that was played last where it says nothing, or nothing that is', () => {
    expect(studyFromQuery({}, 'antireversi')).toEqual(defaultStudy('antireversi'));
    expect(studyFromQuery({ game: 'chess', moves: 'e2e4' }, 'gomoku')).toEqual(defaultStudy('gomoku'));
    expect(studyFromQuery({ game: 'gomoku', size: 'wide' }, 'gomoku')).toEqual(defaultStudy('gomoku'));
  });
});

describe('the analysis board', () => {
  it('begins where the server says, with the moves that it takes', async () => {
    const { studied, record } = await loadStudy(
      server(() => false),
      wanted,
    );
    expect(studied).toEqual(wanted);
    expect(record).toMatchObject({ game: 'gomoku', rule: 'renju', size: 15, startPos: empty, gameId: '' });
  });

  it('drops moves that are not legal, and what is no position', async () => {
    const noMoves = server(({ moves }) => moves.length > 0);
    expect((await loadStudy(noMoves, wanted)).studied).toEqual({ ...wanted, moves: [] });
    const noPosition = server(({ pos }) => pos !== undefined);
    expect((await loadStudy(noPosition, { ...wanted, pos: 'x' })).studied).toEqual(defaultStudy('gomoku'));
  });

  it('waits where the server does not answer', async () => {
    const lost = { request: () => Promise.reject(new Error('no line')) };
    await expect(loadStudy(lost, wanted)).rejects.toThrow('no line');
  });
});
