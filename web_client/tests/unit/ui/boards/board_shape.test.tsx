// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { loadGame } from '../../../../src/games/index';
import { gameNames, type GameName } from '../../../../src/protocol/types';
import { useGame } from '../../../../src/ui/boards/use_game';
import { render, screen } from '../screen';

const root = document.documentElement;

function Shown({ game }: { game: GameName }) {
  return <p>{useGame({ game })?.id}</p>;
}

it.each(gameNames)('the place of a board of %s has its shape, and so has the next one', async (game) => {
  const { viewBox, narrowBox } = (await loadGame(game)).geometry;
  const { unmount } = render(<Shown game={game} />);
  await screen.findByText(game);
  unmount();
  expect(['--wide', '--narrow'].map((name) => Number(root.style.getPropertyValue(name)))).toEqual(
    [viewBox, narrowBox].map(({ width, height }) => width / height),
  );
  expect(root.hasAttribute('data-tall')).toBe(narrowBox.height > narrowBox.width);
});
