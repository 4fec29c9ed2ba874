// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Look } from '../../../../src/games/kit/game';
import { art } from '../../../../src/games/xiangqi/art';
import { geometry } from '../../../../src/games/xiangqi/geometry';

const look: Look = {
  flipped: false,
  coordinates: true,
  chineseNumerals: true,
  narrow: false,
  pieceSet: 'kai',
  prefix: 'p',
};

/** The numbers of the files along an edge, from the left. */
function numbers(edge: 'top' | 'bottom', some: Partial<Look> = {}): string {
  const texts = art.ground({ ...look, ...some }).flatMap((part) => [...part.querySelectorAll('.coordinate')]);
  const { y, height } = geometry.viewBox;
  const isTop = (text: Element): boolean => Number(text.getAttribute('y')) < y + height / 2;
  return texts
    .filter((text) => isTop(text) === (edge === 'top'))
    .sort((a, b) => Number(a.getAttribute('x')) - Number(b.getAttribute('x')))
    .map((text) => text.textContent)
    .join('');
}

it('numbers the files from the right hand of each player, red in Chinese', () => {
  expect([numbers('top'), numbers('bottom')]).toEqual(['123456789', '九八七六五四三二一']);
  const flipped = { flipped: true };
  expect([numbers('top', flipped), numbers('bottom', flipped)]).toEqual(['一二三四五六七八九', '987654321']);
});

it('numbers both sides alike for who reads other notations', () => {
  const plain = { chineseNumerals: false };
  expect([numbers('top', plain), numbers('bottom', plain)]).toEqual(['123456789', '987654321']);
});
