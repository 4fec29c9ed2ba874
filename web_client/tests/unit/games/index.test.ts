// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pieceSets, type LanguageTag, type Look, type Piece, type Side } from '../../../src/games/kit/game';
import { gameNames } from '../../../src/protocol/types';
import { cards } from '../../../src/games/cards';
import { loadGame } from '../../../src/games/index';
import { knownRules } from '../../../src/games/rules';
import { put } from '../../../src/games/kit/set_up';

const materials = readFileSync('src/board/materials.css', 'utf8');

// What every game owes the board; a new game is tested by standing in the list.

const languages: readonly LanguageTag[] = ['en', 'zh-Hans', 'zh-Hant'];
const sides: readonly Side[] = ['first', 'second'];
const look: Look = {
  flipped: false,
  coordinates: true,
  chineseNumerals: true,
  narrow: false,
  pieceSet: 'kai',
  prefix: 'p',
};

describe.each(gameNames)('%s', async (id) => {
  const game = await loadGame(id);
  const setUp = await game.setUp();
  const pieces: Piece[] = setUp.kinds.flatMap((kind) => sides.map((side) => ({ side, kind })));
  const squares = game.geometry.rows(false).flat();

  it('is what was asked for', () => {
    expect(game.id).toBe(id);
    expect(pieces.length).toBeGreaterThan(0);
  });

  it('is made of what small and large boards have a colour for', () => {
    const { sample, mini } = cards[id];
    for (const name of [game.art.surface, mini(sample).material])
      expect(materials).toContain(`\n.${name} {\n  background: `);
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
      await game.loadPieceSet?.(pieceSet);
      expect(game.loadPieceSet?.(pieceSet) ?? null).toBeNull();
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

  it('has rules, and a card whose sample its board can read and draw', () => {
    expect(knownRules[id].length).toBeGreaterThan(0);
    const { sample, mini, nativeName } = cards[id];
    expect(nativeName).toMatch(/^\p{Script=Han}+$/u);
    const { pieces } = game.parsePosition(sample);
    expect(mini(sample).parse(sample)).toEqual(pieces);
    const { box, pointOf, radius } = mini(sample);
    for (const square of pieces.keys()) {
      const { x, y } = pointOf(square);
      expect(
        Math.min(x - box.x, y - box.y, box.x + box.width - x, box.y + box.height - y),
      ).toBeGreaterThanOrEqual(radius);
    }
  });

  it('writes the positions that it reads, and begins with one', () => {
    const { start } = game;
    expect(setUp.write(game.parsePosition(start))).toBe(start);
    expect(setUp.kinds).toContain(game.iconKind);
    const [corner = ''] = squares;
    for (const piece of pieces) {
      const position = put({ pieces: new Map(), turn: 'second' }, corner, piece);
      expect(game.parsePosition(setUp.write(position))).toEqual(position);
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
