import type { GameView } from '../../games/kit/game';
import type { LanguageTag } from '../../i18n/translate';
import type { Notation } from '../../protocol/types';
import type { NotationStyle } from '../services/settings';

export const notationStyles: readonly NotationStyle[] = ['zh', 'wxf', 'iccs'];

/** The name of a move in a style; in coordinates where the style is not known. */
export function moveName(
  game: GameView,
  move: string,
  notation: Notation | undefined,
  style: NotationStyle,
  language: LanguageTag,
): string {
  const named = style === 'iccs' ? undefined : notation?.[style];
  return named === undefined || !game.notations
    ? game.moveName(move, language)
    : game.notations.written(named, language);
}

/** The `lang` of a notation, for screen readers and fonts; undefined where it is not Chinese. */
export const notationTag = (style: NotationStyle, language: LanguageTag): string | undefined =>
  style !== 'zh' ? undefined : language === 'zh-Hant' ? language : 'zh-Hans';
