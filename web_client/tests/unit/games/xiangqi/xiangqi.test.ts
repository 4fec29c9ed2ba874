import { describe, expect, it } from 'vitest';
import { verifiedLines } from '../../verified_data';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';

const start = 'rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1';

describe('positions', () => {
  it('reads the start', () => {
    const { pieces, turn } = xiangqi.parsePosition(start);
    expect(turn).toBe('first');
    expect(pieces.size).toBe(32);
    expect(pieces.get('h2')).toEqual({ side: 'first', kind: 'c' });
    expect(pieces.get('e9')).toEqual({ side: 'second', kind: 'k' });
  });

  it('reads every verified position: two generals in their palaces, nothing off the board', () => {
    for (const line of verifiedLines('xiangqi_perft.epd')) {
      const { pieces } = xiangqi.parsePosition(line);
      const squares = new Set(xiangqi.geometry.rows(false).flat());
      const generals = [...pieces].filter(([, { kind }]) => kind === 'k').map(([square]) => square);
      expect(generals).toHaveLength(2);
      for (const square of generals) expect(square).toMatch(/^[def][012789]$/);
      for (const square of pieces.keys()) expect(squares).toContain(square);
    }
  });

  it.each(['', '9/9/9 w', start.replace('/9/', '/8/'), start.replace('1c5c1', '1c6c1')])(
    'refuses %j',
    (text) => {
      expect(() => xiangqi.parsePosition(text)).toThrow();
    },
  );
});

describe('moves', () => {
  it('are carried from one square to another', () => {
    expect(xiangqi.parseMove('h2e2')).toEqual({ from: 'h2', to: 'e2' });
    expect(xiangqi.formatMove({ from: 'h2', to: 'e2' })).toBe('h2e2');
    expect(xiangqi.moveName('h2e2', 'en')).toBe('H2-E2');
  });

  it('take what stands on their target', () => {
    const { pieces, turn } = xiangqi.after(xiangqi.parsePosition(start), 'h2h9');
    expect(turn).toBe('second');
    expect(pieces.size).toBe(31);
    expect(pieces.get('h9')).toEqual({ side: 'first', kind: 'c' });
    expect(pieces.has('h2')).toBe(false);
  });

  it('change nothing when no piece stands on their origin', () => {
    const position = xiangqi.parsePosition(start);
    expect(xiangqi.after(position, 'e5e6')).toBe(position);
  });
});

it('finds the general of the side to move', () => {
  expect(xiangqi.royal?.(xiangqi.parsePosition(start))).toBe('e0');
  expect(xiangqi.royal?.(xiangqi.parsePosition(start.replace(' w', ' b')))).toBe('e9');
});

describe('words', () => {
  const { words } = xiangqi;

  it('name pieces and squares as whoever sits below counts them', () => {
    const cannon = { side: 'first', kind: 'c' } as const;
    expect(words.cell('h2', cannon, 'en', false)).toBe('red cannon, file 2, rank 3');
    expect(words.cell('h2', cannon, 'en', true)).toBe('red cannon, file 8, rank 8');
    expect(words.cell('h2', cannon, 'zh-Hans', false)).toBe('红炮，2路，第3行');
    expect(words.cell('e5', undefined, 'en', false)).toBe('empty, file 5, rank 6');
    expect(words.piece({ side: 'second', kind: 'k' }, 'zh-Hant')).toBe('黑將');
    expect(words.piece({ side: 'first', kind: 'k' }, 'zh-Hans')).toBe('红帅');
  });

  // In WXF the second character is the file of the moved piece, unless two of a kind stand on it.
  it('count files like the notation of the side that sits below', () => {
    let compared = 0;
    for (const line of verifiedLines('xiangqi_notation.tsv')) {
      const [fen = '', move = '', wxf = ''] = line.split('\t');
      const { pieces, turn } = xiangqi.parsePosition(fen);
      const from = move.slice(0, 2);
      expect(pieces.get(from)?.side).toBe(turn);
      if (!/^[A-Za-z][1-9]/.test(wxf)) continue;
      expect(words.square(from, 'en', turn === 'second')).toContain(`file ${wxf.charAt(1)},`);
      compared += 1;
    }
    expect(compared).toBeGreaterThan(10);
  });
});
