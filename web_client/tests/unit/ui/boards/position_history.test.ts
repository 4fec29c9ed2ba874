import { expect, it } from 'vitest';
import type { GameView, Position } from '../../../../src/games/kit/game';
import { loadGame } from '../../../../src/games/index';
import { PositionHistory } from '../../../../src/ui/boards/position_history';
import { dice } from '../../random';

const start = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w';
const moves = ['h2e2', 'h9g7', 'h0g2'];

const squares = (game: GameView, position: string | Position): string[] =>
  [...(typeof position === 'string' ? game.parsePosition(position) : position).pieces.keys()].sort();

it('works out the positions that the server has not told', async () => {
  const game = await loadGame('xiangqi');
  const history = new PositionHistory(game, start);
  const shown = squares(game, history.at(3, moves, []));
  expect(shown).toContain('e2');
  expect(shown).toContain('g7');
  expect(shown).toContain('g2');
  expect(shown).not.toContain('h2');
});

it('prefers what the server told', async () => {
  const game = await loadGame('xiangqi');
  const told = '4k4/9/9/9/9/9/9/9/9/4K4 b';
  expect(new PositionHistory(game, start).at(1, moves, [undefined, told])).toBe(told);
});

it('forgets what a takeback made untrue', async () => {
  const game = await loadGame('xiangqi');
  const history = new PositionHistory(game, start);
  history.at(3, moves, []);
  const other = ['h2e2', 'b9c7', 'h0g2'];
  expect(squares(game, history.at(3, other, []))).toContain('c7');
  expect(squares(game, history.at(3, other, []))).not.toContain('g7');
});

it('is right after any moves, takebacks and words of the server, wherever one looks', () => {
  /** A game whose position is the moves that led to it. */
  const game = {
    parsePosition: (text: string) => ({ moves: text === '' ? [] : text.split(' ') }),
    after: ({ moves }: { moves: readonly string[] }, move: string) => ({ moves: [...moves, move] }),
  } as unknown as GameView;
  const movesIn = (position: string | Position): readonly string[] =>
    (typeof position === 'string' ? game.parsePosition(position) : position)['moves' as never];
  for (let seed = 1; seed <= 20; seed++) {
    const below = dice(seed);
    const history = new PositionHistory(game, '');
    let played: readonly string[] = [];
    for (let n = 0; n < 60; n++) {
      if (below(3) === 0) played = played.slice(0, below(played.length + 1));
      else played = [...played, `m${n}`];
      const known = played.map((_, ply) => (below(4) === 0 ? played.slice(0, ply).join(' ') : undefined));
      const ply = below(played.length + 1);
      expect(movesIn(history.at(ply, played, known)), `seed ${seed}, ${n}`).toEqual(played.slice(0, ply));
    }
  }
});
