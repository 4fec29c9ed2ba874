import type { GameView, LanguageTag, Position } from './kit/game';

const sayings: Readonly<Record<LanguageTag, Readonly<Record<'to' | 'takes', string>>>> = {
  en: { to: ' to ', takes: ', takes ' },
  'zh-Hans': { to: '，到', takes: '，吃' },
  'zh-Hant': { to: '，到', takes: '，吃' },
};

/**
 * A move in words for those who do not see the board: "red cannon, file 2, rank 3 to file 5, rank 3, takes black
 * horse", "black H8", "white pass". `before` is the position that it was made in; squares are counted as the labels of
 * the board count them.
 */
export function spokenMove(
  game: GameView,
  before: Position,
  text: string,
  language: LanguageTag,
  flipped: boolean,
): string {
  const { words } = game;
  const move = game.parseMove(text);
  const carried = move?.from ? before.pieces.get(move.from) : undefined;
  if (!move?.from || !carried) {
    const gap = language === 'en' ? ' ' : '';
    return words.side(before.turn, language) + gap + game.moveName(text, language);
  }
  const { to, takes } = sayings[language];
  const victim = before.pieces.get(move.to);
  return (
    words.cell(move.from, carried, language, flipped) +
    to +
    words.square(move.to, language, flipped) +
    (victim ? takes + words.piece(victim, language) : '')
  );
}
