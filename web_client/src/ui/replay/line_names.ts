import type { GameView, Position } from '../../games/kit/game';
import type { LanguageTag } from '../../i18n/translate';
import type { NotationStyle } from '../services/settings';
import { moveName } from '../boards/move_names';

/** The names of moves that follow each other from `position`, in the notation that the visitor chose. */
export function lineNames(
  game: GameView,
  position: Position,
  moves: readonly string[],
  style: NotationStyle,
  language: LanguageTag,
): readonly string[] {
  let before = position;
  return moves.map((move) => {
    const notation = game.notations?.of(before, move);
    before = game.after(before, move);
    return moveName(game, move, notation, style, language);
  });
}

/** Moves with their numbers, from the ply where they begin: `10. C2=5`, `H8+7`, `11. …`. */
export function numbered(names: readonly string[], from: number): readonly string[] {
  return names.map((name, index) => {
    const ply = from + index;
    const number = Math.floor(ply / 2) + 1;
    if (ply % 2 === 0) return `${number}. ${name}`;
    return index === 0 ? `${number}… ${name}` : name;
  });
}
