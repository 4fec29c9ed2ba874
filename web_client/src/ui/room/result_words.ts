import type { Room } from '../../state/room';
import type { Preferences } from '../preferences';

/** How a game ended: "Red wins", "Draw", "Game aborted". */
export function resultTitle({ full, state }: Room, { t }: Pick<Preferences, 't'>): string {
  const { result, status } = state;
  if (result === 'first' || result === 'second')
    return t('result.win', { side: t(`side.${full.game}.${result}`) });
  return t(status === 'aborted' ? 'result.aborted' : 'result.draw');
}

/** The same with its reason: "Red wins, checkmate". */
export function resultWords(room: Room, words: Pick<Preferences, 't' | 'named'>): string {
  const { reason } = room.state;
  const title = resultTitle(room, words);
  return reason ? `${title}, ${words.named('reason', reason)}` : title;
}
