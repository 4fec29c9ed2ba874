// @vitest-environment happy-dom
import { describe, expect, it } from 'vitest';
import { pieceSets, type Language, type Look, type Piece, type Side } from './game';
import { gameIds, loadGame } from './index';

// What every game owes the board; a new game is tested by standing in the list.

const kinds: Readonly<Record<string, readonly string[]>> = {
  xiangqi: ['k', 'a', 'b', 'n', 'r', 'c', 'p'],
  gomoku: ['stone'],
  antireversi: ['disc'],
};
const languages: readonly Language[] = ['en', 'zh-Hans', 'zh-Hant'];
const sides: readonly Side[] = ['first', 'second'];
const look: Look = { flipped: false, coordinates: true, narrow: false, pieceSet: 'kai', prefix: 'p' };

describe.each(gameIds)('%s', async (id) => {
  const game = await loadGame(id);
  const pieces: Piece[] = (kinds[id] ?? []).flatMap((kind) => sides.map((side) => ({ side, kind })));
  const squares = game.geometry.rows(false).flat();

  it('is what was asked for', () => {
    expect(game.id).toBe(id);
    expect(pieces.length).toBeGreaterThan(0);
  });

  it('paints with what it brings along', () => {
    const known = new Set(game.art.paints(look.prefix).map((paint) => paint.id));
    const drawn = [
      ...game.art.ground(look),
      ...pieceSets.flatMap((pieceSet) => pieces.map((piece) => game.art.piece(piece, { ...look, pieceSet }))),
    ];
    const used = drawn.flatMap((element) => [...element.outerHTML.matchAll(/url\(#([^)]+)\)/g)]);
    expect(used.length).toBeGreaterThan(0);
    for (const [, paint] of used) expect(known).toContain(paint);
  });

  it('fetches what a set needs once', async () => {
    for (const pieceSet of pieceSets) {
      await game.dress?.(pieceSet);
      expect(game.dress?.(pieceSet) ?? null).toBeNull();
    }
  });

  it('draws every piece differently in every set, and never empty', () => {
    for (const pieceSet of pieceSets) {
      const drawings = pieces.map((piece) => game.art.piece(piece, { ...look, pieceSet }).outerHTML);
      expect(new Set(drawings).size).toBe(pieces.length);
      for (const drawing of drawings) expect(drawing).not.toMatch(/ d=""|undefined|NaN/);
    }
  });

  it('leaves coordinates out when asked, and turns them with the board', () => {
    const texts = (some: Partial<Look>) =>
      game.art
        .ground({ ...look, ...some })
        .flatMap((element) => [...element.querySelectorAll('text')])
        .map((text) => text.textContent);
    expect(texts({ coordinates: false })).toEqual([]);
    expect(texts({ flipped: true })).not.toEqual(texts({}));
    expect(texts({ flipped: true })).toHaveLength(texts({}).length);
  });

  it.each(languages)('has words for everything in %s, no two squares or pieces alike', (language) => {
    const { words } = game;
    expect(words.board[language]).not.toBe('');
    expect(words.side('first', language)).not.toBe(words.side('second', language));
    expect(new Set(pieces.map((piece) => words.piece(piece, language))).size).toBe(pieces.length);
    for (const flipped of [false, true]) {
      const labels = squares.map((square) => words.cell(square, undefined, language, flipped));
      expect(new Set(labels).size).toBe(squares.length);
      for (const label of labels) expect(label).not.toMatch(/undefined|NaN/);
    }
  });

  it('writes the moves that it reads', () => {
    const [from = '', to = ''] = squares;
    const text = game.hand === 'carry' ? from + to : to;
    const move = game.parseMove(text);
    expect(move?.to).toBe(to);
    expect(move && game.formatMove(move)).toBe(text);
    expect(game.moveName(text, 'en')).not.toBe('');
  });
});
