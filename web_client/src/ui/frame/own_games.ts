import { partsWords as words } from '../../i18n/areas/parts_words';
import type { TurnChange } from '../../protocol/server_messages';
import type { Services } from '../services/services';

const outcomes = {
  won: 'result.youWon',
  lost: 'result.youLost',
  draw: 'result.draw',
  aborted: 'result.aborted',
} as const;

/** On pages other than rooms. It ends before a win may be claimed, of which `room.left` warns. */
const LONG_MS = 10_000;
/** Of a game of a tournament that has begun: without a first move it is soon lost. */
const URGENT_MS = 60_000;

type OwnGame = Pick<TurnChange, 'gameId' | 'opponent' | 'outcome' | 'tournamentId'>;

/** Says something of a game whose room is not shown, with the way there. Nothing where no one sits opposite. */
export function tellOf(
  { navigation, preferences, toasts }: Services,
  key: 'room.begun' | 'room.ended' | 'room.left',
  { gameId, opponent: name, outcome, tournamentId }: OwnGame,
): void {
  const { t } = preferences;
  const say = (): void => {
    // Another listener may have led there meanwhile.
    if (name === null || location.pathname === `/${gameId}`) return;
    const text = t(key, { name });
    const words = outcome ? t('label.of', { label: text, text: t(outcomes[outcome]) }) : text;
    const shortly = navigation.route.peek().page === 'room' ? undefined : LONG_MS;
    toasts.show(words, 'plain', gameId, tournamentId ? URGENT_MS : shortly);
  };
  // Among those of rooms are a draw, and how both are said.
  Promise.all([preferences.loadRoomWords(), preferences.addWords(words)]).then(say, () => undefined);
}
