// @vitest-environment happy-dom
import { beforeEach, expect, it } from 'vitest';
import { cards } from '../../../../src/games/cards';
import { miniBoard } from '../../../../src/board/drawing/mini_board';

const reversiStart = `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)} X`;
let host: HTMLElement;

beforeEach(() => {
  host = document.createElement('div');
  document.body.replaceChildren(host);
});

it('draws small still boards that screen readers pass over', () => {
  const mini = miniBoard(host, cards.antireversi.mini(reversiStart), reversiStart);
  const discs = (side: string) => host.querySelectorAll(`g circle[fill$="-${side})"]`).length;
  expect([discs('first'), discs('second')]).toEqual([2, 2]);
  expect(host.querySelectorAll('[role], [tabindex]')).toHaveLength(0);
  mini.set(`${'-'.repeat(63)}X X`, 'h8');
  expect([discs('first'), discs('second')]).toEqual([1, 0]);
  expect(host.querySelector('.mini-last')?.getAttribute('class')).toBe('mini-last first');
  mini.destroy();
  expect(host.childElementCount).toBe(0);
});

it('refers only to paints of its own, so that none goes with another board', () => {
  for (const { mini: drawing, sample: position } of Object.values(cards)) {
    const box = document.createElement('div');
    const mini = miniBoard(box, drawing(position), position);
    const known = [...box.querySelectorAll('defs [id]')].map(({ id }) => `url(#${id})`);
    const used = [...box.querySelectorAll('circle[fill]')].map((each) => each.getAttribute('fill'));
    expect(used.length).toBeGreaterThan(0);
    for (const paint of used) expect(known).toContain(paint);
    mini.destroy();
  }
});

it('draws a small board as large as its position', () => {
  const large = `${'-'.repeat(19 * 19 - 1)}X O`;
  const mini = miniBoard(host, cards.gomoku.mini(large), large);
  expect(host.querySelector('svg')?.getAttribute('viewBox')).toBe('0 0 1196 1196');
  mini.destroy();
});

it('writes on small xiangqi pieces what the visitor reads', () => {
  const position = '4k4/9/9/9/9/9/9/9/9/4K4 w';
  for (const [latin, letters] of [
    [false, []],
    [true, ['K', 'K']],
  ] as const) {
    const mini = miniBoard(host, cards.xiangqi.mini(position), position, latin);
    expect([...host.querySelectorAll('text')].map((text) => text.textContent)).toEqual(letters);
    expect(host.querySelectorAll('.mini-stroke[d^=M]')).toHaveLength(latin ? 0 : 2);
    mini.destroy();
  }
});
