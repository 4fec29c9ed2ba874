import { describe, expect, it } from 'vitest';
import { openings } from './openings';

const { gomoku: renju, xiangqi } = openings;

describe('openings of xiangqi', () => {
  const named = (moves: string) => xiangqi(moves.split(' '))?.en;

  it.each([
    ['a3a4', 'A0'],
    ['g0e2 b7e7', 'A1'],
    ['h2e2 h9g7 h0g2 b9c7 b2c2', 'C6'],
    ['h2e2 h7e7 i0h0 i9i8', 'D2'],
    ['g3g4 h7g7', 'E1'],
  ])('%s has the code %s', (moves, code) => {
    expect(xiangqi(moves.split(' '))?.code).toBe(code);
  });

  it.each([
    ['h2e2', 'Central Cannon'],
    ['h2e2 h9g7 h0g2 b9c7', 'Central Cannon v. Screen Horses'],
    ['h2e2 h9g7 h0g2 i9h9 i0h0 b9c7 c3c4 g6g5 h0h6', 'Central Cannon, River Chariot v. Screen Horses'],
    ['h2e2 h7e7', 'Same Direction Cannons'],
    ['h2e2 b7e7', 'Opposite Direction Cannons'],
    ['c3c4 b7c7', 'Pointing Soldier v. Cannon behind the Soldier'],
    ['g0e2', 'Elephant Opening'],
  ])('%s is the %s', (moves, name) => {
    expect(named(moves)).toBe(name);
  });

  it('have the same names in the mirror', () => {
    const mirror = (moves: string) =>
      moves.replace(/[a-i]/g, (file) => 'ihgfedcba'.charAt('abcdefghi'.indexOf(file)));
    for (const moves of ['h2e2 h9g7 h0g2 b9c7', 'h2e2 h7e7', 'c3c4 b7c7', 'h2d2'])
      expect(named(mirror(moves))).toBe(named(moves));
  });

  it('keep a name that later moves cannot change, and have none where nobody named them', () => {
    const opening = 'h2e2 h7e7 '.split(' ').filter(Boolean);
    const later = Array.from({ length: 40 }, (_, ply) => (ply % 2 ? 'b9c7' : 'b0a2'));
    expect(xiangqi([...opening, ...later])?.en).toBe('Same Direction Cannons');
    expect(xiangqi(['a0a1'])).toBeNull();
    expect(xiangqi([])).toBeNull();
  });
});

describe('openings of renju', () => {
  it('are twenty-six, each from eight sides', () => {
    const points = ['f', 'g', 'h', 'i', 'j'].flatMap((file) =>
      [6, 7, 8, 9, 10].map((rank) => `${file}${rank}`),
    );
    const beside = ['g7', 'g8', 'g9', 'h7', 'h9', 'i7', 'i8', 'i9'];
    const found = beside.flatMap((white) =>
      points
        .filter((black) => black !== 'h8' && black !== white)
        .map((black) => renju(['h8', white, black])?.en),
    );
    expect(new Set(found).size).toBe(26);
    expect(found).not.toContain(undefined);
  });

  it('are the known ones', () => {
    expect(renju(['h8', 'h9', 'i9'])).toMatchObject({ code: '4D', en: 'Kagetsu' });
    expect(renju(['h8', 'i9', 'f6'])).toMatchObject({ code: '13I', en: 'Suisei' });
    expect(renju(['h8', 'i9', 'i7'])?.['zh-Hans']).toBe('浦月');
    expect(renju(['h8', 'i8', 'i9'])?.en).toBe('Kagetsu');
  });

  it('want three stones round the centre', () => {
    expect(renju(['h8', 'h9'])).toBeNull();
    expect(renju(['a1', 'h9', 'i9'])).toBeNull();
    expect(renju(['h8', 'h9', 'o15'])).toBeNull();
  });
});
