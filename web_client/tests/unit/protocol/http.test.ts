import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../src/protocol/connection';
import { BadGame, fetchGames } from '../../../src/protocol/http';
import { importGame } from '../../../src/protocol/import';
import { fetchLeaders, logOut, register } from '../../../src/protocol/people';

const answer = (status: number, body: unknown): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), { status });
const fetched = vi.fn<typeof fetch>();
vi.stubGlobal('fetch', fetched);
afterEach(() => fetched.mockReset());

describe('requests', () => {
  it('say who asks, and carry JSON', async () => {
    fetched.mockResolvedValue(answer(200, { user: { id: 'u', name: 'Lin', guest: false }, token: 'N' }));
    expect((await register('T', 'Lin', 'correct horse')).token).toBe('N');
    const [path, init] = fetched.mock.calls[0] ?? [];
    expect(path).toBe('/api/auth/register');
    expect(init?.headers).toMatchObject({
      authorization: 'Bearer T',
      'content-type': 'application/json',
    });
    expect(JSON.parse(init?.body as string)).toEqual({ name: 'Lin', password: 'correct horse' });
  });

  it('ask for names with blanks and signs as the server reads them', async () => {
    fetched.mockResolvedValue(answer(200, { games: [] }));
    await fetchGames({ player: 'Lin Yue+1' });
    expect(fetched.mock.calls[0]?.[0]).toBe('/api/games?player=Lin%20Yue%2B1');
  });

  it('take an empty answer', async () => {
    fetched.mockResolvedValue(answer(204, null));
    await expect(logOut('T', true)).resolves.toBeUndefined();
  });

  it('fail with the code of the server', async () => {
    fetched.mockResolvedValue(answer(429, { error: { code: 'rate_limited', message: 'slow down' } }));
    const refusal = await fetchLeaders('xiangqi', 'blitz').catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(Refusal);
    expect(refusal).toMatchObject({ code: 'rate_limited' });
  });

  it('fail where no answer comes', async () => {
    const patience = new AbortController();
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(patience.signal);
    fetched.mockImplementation(
      (_, init) =>
        new Promise((_answer, reject) =>
          init?.signal?.addEventListener('abort', () => reject(init.signal?.reason as Error)),
        ),
    );
    const asked = fetchLeaders('xiangqi', 'blitz');
    patience.abort(new Error('too late'));
    await expect(asked).rejects.toThrow('too late');
  });

  it('say where a file is no game', async () => {
    const error = { code: 'bad_game', message: 'no move', line: 7, reason: 'illegal_move' };
    fetched.mockResolvedValue(answer(400, { error }));
    const refusal = await importGame(null, { text: '1. x' }, { game: 'xiangqi' }).catch(
      (problem: unknown) => problem,
    );
    expect(refusal).toBeInstanceOf(BadGame);
    expect(refusal).toMatchObject({ line: 7, reason: 'illegal_move' });
  });
});
