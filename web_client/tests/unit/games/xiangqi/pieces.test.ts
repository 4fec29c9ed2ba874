// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Look, Piece, PieceSet } from '../../../../src/games/kit/game';
import { loadPieceSet, drawPiece } from '../../../../src/games/xiangqi/pieces';

const red: Piece = { side: 'first', kind: 'n' };
const black: Piece = { side: 'second', kind: 'n' };

function drawn(piece: Piece, pieceSet: PieceSet = 'kai'): Element {
  const look: Look = { flipped: false, coordinates: false, narrow: false, pieceSet, prefix: 'p' };
  return drawPiece(piece, look);
}
const inks = (piece: Piece): Set<string | null> =>
  new Set([...drawn(piece).querySelectorAll('path')].map((path) => path.getAttribute('fill')));

it('tells the sides by ink and by grooves, two thin ones for red and a thick one for black', () => {
  const grooves = (piece: Piece): number => drawn(piece).querySelectorAll('circle[opacity="0.92"]').length;
  expect([grooves(red), grooves(black)]).toEqual([2, 1]);
  expect(inks(red)).toContain('#b32015');
  expect(inks(black)).toContain('#22302f');
  expect(inks(black)).not.toContain('#b32015');
});

it('writes the letter of international notation below the character of a hybrid', () => {
  const letters = [...drawn(red, 'hybrid').querySelectorAll('.piece-letter')];
  expect(new Set(letters.map(({ textContent }) => textContent))).toEqual(new Set(['H']));
  expect(drawn(red).querySelector('.piece-letter')).toBeNull();
});

it.each(['serif', 'pictogram'] as const)('draws %s in regular script until its file is here', async (set) => {
  const regular = drawn(red).outerHTML;
  expect(drawn(red, set).outerHTML).toBe(regular);
  await loadPieceSet(set);
  expect(drawn(red, set).outerHTML).not.toBe(regular);
  expect(drawn(red, set).outerHTML).not.toBe(drawn({ ...red, kind: 'r' }, set).outerHTML);
});

it('needs no file for what is drawn at once', () => {
  expect([loadPieceSet('kai'), loadPieceSet('hybrid')]).toEqual([null, null]);
});
