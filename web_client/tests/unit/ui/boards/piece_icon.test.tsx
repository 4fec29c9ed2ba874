// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import type { PieceSet } from '../../../../src/games/kit/game';
import { loadGame } from '../../../../src/games/index';
import { gameNames } from '../../../../src/protocol/types';
import { PieceIcon } from '../../../../src/ui/boards/piece_icon';
import { Desk } from '../replay/desk';
import { act, cleanup } from '../screen';

afterEach(cleanup);

it.each(gameNames)('shows a piece of %s with all of its shadow', async (name) => {
  const game = await loadGame(name);
  new Desk().open(<PieceIcon game={game} side="first" />);
  const mark = document.querySelector<SVGSVGElement>('.piece-mark');
  const [x = 0, y = 0, width = 0, height = 0] = (mark?.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const { shadow } = game.art;
  const inside =
    shadow.x + shadow.radius <= x + width && shadow.y + shadow.radius <= y + height && y < 0 && x < 0;
  expect(inside || mark?.getAttribute('overflow') === 'visible').toBe(true);
  expect(mark?.querySelectorAll('circle').length).toBeGreaterThan(1);
});

// The outlines of the first set came when another one was chosen: the piece was of the first again.
it('shows the set that was chosen last, whichever comes last', async () => {
  const xiangqi = await loadGame('xiangqi');
  const loaded = new Map<PieceSet, () => void>();
  const drawn = vi.fn((...one: Parameters<typeof xiangqi.art.piece>) => xiangqi.art.piece(...one));
  const game = {
    ...xiangqi,
    art: { ...xiangqi.art, piece: drawn },
    loadPieceSet: (set: PieceSet) => new Promise<void>((done) => void loaded.set(set, done)),
  };
  const desk = new Desk();
  desk.preferences.change({ pieceSet: 'serif' });
  desk.open(<PieceIcon game={game} side="first" />);
  const come = (set: PieceSet): Promise<void> =>
    act(async () => {
      loaded.get(set)?.();
      await Promise.resolve();
    });
  await act(() => desk.preferences.change({ pieceSet: 'pictogram' }));
  await come('pictogram');
  const times = drawn.mock.calls.length;
  await come('serif');
  expect(drawn.mock.calls.length).toBe(times);
  expect(drawn.mock.lastCall?.[1].pieceSet).toBe('pictogram');
});
