// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import {
  askedIn,
  bare,
  countedPieces,
  patternGame,
  rangeName,
  rangeOf,
  rangesTo,
  readPattern,
  withRange,
  writePattern,
} from '../../../../src/ui/replay/pattern';

const tools = { xiangqi: await xiangqi.setUp(), gomoku: await gomoku.setUp() };

describe('a pattern', () => {
  it.each([
    [xiangqi, tools.xiangqi, '9/9/9/9/9/9/9/4C2-1/9/9'],
    [gomoku, tools.gomoku, `X-${'?'.repeat(223)}`],
  ] as const)('is written as it is read', (game, its, text) => {
    expect(writePattern(its, readPattern(game, its, text, ''))).toBe(text);
  });

  it('of an empty board is none', () => {
    expect(writePattern(tools.gomoku, readPattern(gomoku, tools.gomoku, '', ''))).toBe('');
  });

  it('begins with the position of a board, where nothing was asked', () => {
    const { pieces } = readPattern(xiangqi, tools.xiangqi, '', '4k4/9/9/9/9/9/9/9/9/4K4 w');
    expect([...pieces.keys()]).toEqual(['e9', 'e0']);
  });

  // A kind that no drawing knows would end the page.
  const wrong = ['nonsense', '9/9', '4Q4/9/9/9/9/9/9/9/9/9', '?????????/9/9/9/9/9/9/9/9/9'];
  it.each(wrong)('that makes no sense begins with an empty board: %s', (text) => {
    expect(readPattern(xiangqi, tools.xiangqi, text, '').pieces.size).toBe(0);
  });

  it('is drawn, and said, on its board', () => {
    const { art, words } = patternGame(xiangqi, (key) => key);
    const look = { flipped: false, coordinates: false, narrow: false, pieceSet: 'kai', prefix: 'p' } as const;
    expect(art.piece(bare, look).querySelector('circle')).not.toBeNull();
    expect(words.cell('h2', undefined, 'en', false)).toBe('games.result.any, file 2, rank 3');
    expect(words.cell('h2', bare, 'zh-Hans', false)).toBe('library.search.bare，2路，第3行');
    expect(words.cell('h2', { side: 'first', kind: 'c' }, 'en', false)).toBe('red cannon, file 2, rank 3');
  });
});

describe('material', () => {
  it('is of the kinds of which a game begins with several, and of none where all are alike', () => {
    const counted = countedPieces(xiangqi, tools.xiangqi).map(({ letter, most }) => `${letter}${most}`);
    expect(counted.join(' ')).toBe('R2 C2 N2 B2 A2 P5 r2 c2 n2 b2 a2 p5');
    expect(countedPieces(gomoku, tools.gomoku)).toEqual([]);
  });

  it('is so many, at least, or at most', () => {
    expect(rangesTo(2)).toEqual(['', '0', '1', '2', '1+', '1-']);
    expect(['', '2', '1+', '3-'].map(rangeName)).toEqual(['', '2', '≥ 1', '≤ 3']);
  });

  it('is put together kind by kind', () => {
    const two = withRange(withRange('', 'R', '2'), 'p', '3+');
    expect(two).toBe('R2,p3+');
    expect([rangeOf(two, 'p'), rangeOf(two, 'c')]).toEqual(['3+', '']);
    expect(withRange(two, 'R', '')).toBe('p3+');
  });
});

it('takes from an address what makes sense', () => {
  const none = { find: '', material: '', turn: '', whose: 'server' };
  expect(askedIn({ turn: 'red', whose: 'collection' })).toEqual(none);
  expect(askedIn({ collection: 'c1c1', whose: 'x' })).toEqual({ ...none, whose: 'collection' });
  expect(askedIn({ collection: 'c1c1', turn: 'second', whose: 'own' })).toEqual({
    ...none,
    turn: 'second',
    whose: 'own',
  });
});
