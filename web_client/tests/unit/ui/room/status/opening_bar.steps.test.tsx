// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../../../src/protocol/connection';
import type { GameState, Side } from '../../../../../src/protocol/types';
import { gomoku } from '../../../../../src/games/gomoku/gomoku';
import { stateAfter } from '../../../rooms';
import { act, cleanup, fireEvent, screen } from '../../screen';
import { Stage } from '../../stage';

afterEach(cleanup);

const empty = `${'-'.repeat(225)} X`;
const centre = `${'-'.repeat(112)}X${'-'.repeat(112)} O`;
const around = ['g7', 'g8', 'g9', 'h7', 'h9', 'i7', 'i8', 'i9'];

function open(
  pos: string,
  moves: string,
  legal: readonly string[],
  more: Partial<GameState> = {},
  by: Side = 'first',
): Stage {
  const stage = new Stage();
  const opening = { step: 'place', by, stones: 1 } as const;
  const full = { game: 'gomoku', rule: 'renju', opening: 'taraguchi10', startPos: empty } as const;
  stage.open({ pos, moves, legal, opening, turn: 'first', ...more }, full, gomoku);
  return stage;
}

describe('an opening rule', () => {
  it('frames where the stone may stand, and says so', async () => {
    open(centre, 'h8', around);
    expect(document.querySelector('.area.open')?.getAttribute('width')).toBe('180');
    await screen.findByText(/white stone \(1 to go\)\. It stands inside the marked 3 × 3\./);
    cleanup();
    open(empty, '', ['h8']);
    await screen.findByText(/It stands in the centre\./);
  });

  it.each(['first', 'second'] as const)('says how long there is for a step of the %s', async (by) => {
    open(empty, '', ['h8'], { expiresMs: 60_000 }, by);
    await screen.findByText('Move within 60 s');
  });

  it('counts down to nothing once the game cannot be aborted any more', async () => {
    open(empty, '', ['h8']);
    await screen.findByText(/It stands in the centre\./);
    expect(screen.queryByText(/within \d+ s/)).toBeNull();
  });

  it('says why a stone outside is refused, without asking the server', async () => {
    const stage = open(centre, 'h8', around);
    const board = document.querySelector<HTMLElement>('.board');
    if (!board) throw new Error('no board');
    vi.spyOn(board, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 956, 956));
    const at = { clientX: 58, clientY: 58, bubbles: true, isPrimary: true, pointerId: 1, button: 0 };
    for (const type of ['pointerdown', 'pointerup']) fireEvent(board, new PointerEvent(type, at));
    const said = () => stage.services.toasts.list.value.map(({ text }) => text);
    await vi.waitFor(() => expect(said()).toEqual(['The opening rule does not allow this point.']), 30_000);
    expect(stage.asked('explore')).toEqual([]);
  });

  it('asks how many fifth moves there will be, and says it to both', async () => {
    const declares = { step: 'choose', by: 'first', options: ['declare'], atMost: 8 } as const;
    const stage = open(centre, 'h8', [], { opening: declares });
    await screen.findByText('How many fifth moves is Black to offer?');
    const numbers = screen.getByRole('list', { name: 'Number of fifth moves' });
    expect([...numbers.children].map(({ textContent }) => textContent).join(' ')).toBe('1 2 3 4 5 6 7 8');
    fireEvent.click(screen.getByRole('button', { name: '3' }));
    expect(stage.asked('action')).toMatchObject([{ do: 'declare', count: 3 }]);
    for (const [by, words] of [
      ['first', /: your choice\. Fifth moves to offer: 3\./],
      ['second', /decides about the opening\. Fifth moves to offer: 3\./],
    ] as const) {
      cleanup();
      open(centre, 'h8', [], { opening: { step: 'choose', by, options: ['keep', 'swap'], toOffer: 3 } }, by);
      await screen.findByText(words);
    }
  });

  it('leads nowhere else where offers are all there is', async () => {
    open(centre, 'h8', [], { opening: { step: 'choose', by: 'first', options: ['offer'], toOffer: 3 } });
    await screen.findByText('Mark 3 points to offer (0 so far).');
    expect(screen.queryByText('Cancel')).toBeNull();
  });

  it('keeps points that were refused marked, until others are taken', async () => {
    const opening = { step: 'choose', by: 'first', options: ['keep', 'offer'], toOffer: 2 } as const;
    const stage = open(centre, 'h8', [], { opening });
    fireEvent.click(await screen.findByText('Offer moves'));
    await act(() => ['a1', 'b2'].forEach((point) => stage.model.play(point)));
    fireEvent.click(screen.getByText('Offer these'));
    expect(stage.asked('action')).toMatchObject([{ do: 'offer', moves: ['a1', 'b2'] }]);
    await act(() => stage.requests.at(-1)?.reject(new Refusal('illegal_move', '', 'symmetric')));
    expect(screen.getByText('Mark 2 points to offer (2 so far).')).toBeTruthy();
    const picks = { ...stateAfter('h8', { pos: centre }), opening: { step: 'pick', by: 'second' } as const };
    await act(() => stage.model.onMessage({ t: 'event', gameId: 'g1', v: 2, kind: 'opening', state: picks }));
    expect(stage.model.offered.value).toBeNull();
  });
});
