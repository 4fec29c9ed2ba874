import { describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../../src/protocol/connection';
import { explainIllegal } from '../../../../src/ui/boards/explain';
import type { Services } from '../../../../src/ui/services/services';

const game = { game: 'gomoku', rule: 'renju', startPos: '', size: 15 } as const;

const refusal = (code: string, reason: string): Refusal =>
  Object.assign(Object.create(Refusal.prototype) as Refusal, { code, reason });

/** What is said where the server answers so. */
async function said(answer: Promise<unknown>): Promise<{ asked: unknown; told: unknown[] }> {
  const [request, fail] = [vi.fn(() => answer), vi.fn()];
  const services = { socket: { request }, toasts: { showError: fail } } as unknown as Services;
  await explainIllegal(services, game, ['h8', 'i9'], 'j10');
  return { asked: request.mock.calls[0], told: fail.mock.calls.flat() };
}

describe('a move that is not legal', () => {
  it('is asked about, not made', async () => {
    const { asked } = await said(Promise.resolve({ t: 'explored' }));
    const moves = ['h8', 'i9', 'j10'];
    expect(asked).toEqual([{ t: 'explore', game: 'gomoku', rule: 'renju', size: 15, moves }]);
  });

  it('is explained by the rule that it breaks', async () => {
    for (const reason of ['double_three', 'double_four', 'overline', 'own_king_in_check', 'leg_blocked']) {
      const why = refusal('illegal_move', reason);
      expect((await said(Promise.reject(why))).told).toEqual([why]);
    }
  });

  it('is passed over where the board shows why, and where the server does not say', async () => {
    for (const reason of ['own_piece', 'occupied', 'cannot_go_there'])
      expect((await said(Promise.reject(refusal('illegal_move', reason)))).told).toEqual([]);
    expect((await said(Promise.reject(refusal('rate_limited', '')))).told).toEqual([]);
    expect((await said(Promise.reject(new Error('no line')))).told).toEqual([]);
    expect((await said(Promise.resolve({ t: 'explored' }))).told).toEqual([]);
  });
});
