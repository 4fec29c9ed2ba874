import { forSide, opposite } from '../../../protocol/types';
import type { Room } from '../../../state/room';
import type { Preferences } from '../../services/preferences';

type Words = Pick<Preferences, 't' | 'named'>;

/** How a game ended: "Red wins", "Draw", "Game aborted". */
export function resultTitle({ full, state }: Room, { t }: Pick<Preferences, 't'>): string {
  const { result, status, reason } = state;
  if (result === 'first' || result === 'second')
    return t('result.win', { side: t(`side.${full.game}.${result}`) });
  // There it is won and lost, as the tournament says.
  if (reason === 'no_start' && full.tournamentId !== undefined) return t('result.notPlayed');
  return t(status === 'aborted' ? 'result.aborted' : 'result.draw');
}

/** The same with its reason: "Red wins, checkmate". */
export function resultWords(room: Room, words: Words): string {
  const { reason } = room.state;
  const title = resultTitle(room, words);
  return reason ? words.t('result.because', { result: title, reason: words.named('reason', reason) }) : title;
}

/** What the end means for a player: "You won"; null for spectators, and where no side won. */
export function verdict({ full, state }: Room, { t }: Pick<Preferences, 't'>): string | null {
  const isWon = state.result === 'first' || state.result === 'second';
  if (!full.you || !isWon) return null;
  return t(state.result === full.you ? 'result.youWon' : 'result.youLost');
}

/** Where the lobby leads to from a game that is over: the next game of a tournament is not sought there. */
export const lobbyWord = ({ you, tournamentId }: Room['full']): 'lost.home' | 'do.lobby' =>
  you === null || tournamentId !== undefined ? 'lost.home' : 'do.lobby';

/** Of the engine: levels are 1 to 8. */
const HIGHEST_LEVEL = 8;

/** The level above the one that was beaten; null where there is none, or nothing was won. */
export function nextLevel({ full, state }: Room): number | null {
  const level = full.you && forSide(full.players, opposite(full.you)).level;
  return level && level < HIGHEST_LEVEL && state.result === full.you ? level + 1 : null;
}
