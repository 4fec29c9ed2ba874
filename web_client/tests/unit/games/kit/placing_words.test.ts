import { expect, it } from 'vitest';
import { placingWords } from '../../../../src/games/kit/placing_words';

const words = placingWords({ en: 'Board', 'zh-Hans': '棋盘', 'zh-Hant': '棋盤' }, (square) =>
  square.toUpperCase(),
);
const black = { side: 'first', kind: 'stone' } as const;
const white = { side: 'second', kind: 'stone' } as const;

it('says black of who moves first, and the square before what stands on it', () => {
  expect(words.cell('h8', black, 'en', false)).toBe('H8, black');
  expect(words.cell('h8', undefined, 'en', false)).toBe('H8, empty');
  for (const language of ['zh-Hans', 'zh-Hant'] as const) {
    expect([words.side('first', language), words.side('second', language)]).toEqual(['黑', '白']);
    expect(words.cell('h8', white, language, false)).toBe('H8，白子');
    expect(words.cell('h8', undefined, language, false)).toBe('H8，空');
  }
});
