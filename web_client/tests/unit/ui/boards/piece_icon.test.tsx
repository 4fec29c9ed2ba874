// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { loadGame } from '../../../../src/games/index';
import { gameNames } from '../../../../src/protocol/types';
import { PieceIcon } from '../../../../src/ui/boards/piece_icon';
import { Desk } from '../replay/desk';
import { cleanup } from '../screen';

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
