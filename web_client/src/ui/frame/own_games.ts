import { partsWords as words } from '../../i18n/areas/parts_words';
import type { Services } from '../services/services';

const outcomes = {
  won: 'result.youWon',
  lost: 'result.youLost',
  draw: 'result.draw',
  aborted: 'result.aborted',
} as const;

/** On pages other than rooms. It ends before a win may be claimed, of which `room.left` warns. */
const LONG_MS = 10_000;

/** Says something of a game whose room is not shown, with the way there. Nothing where no one sits opposite. */
export function tellOf(
  { navigation, preferences, toasts }: Services,
  key: 'room.begun' | 'room.ended' | 'room.left',
  gameId: string,
  name: string | null,
  outcome?: keyof typeof outcomes,
): void {
  const { t } = preferences;
  const say = (): void => {
    // Another listener may have led there meanwhile.
    if (name === null || location.pathname === `/${gameId}`) return;
    const text = t(key, { name });
    const words = outcome ? t('label.of', { label: text, text: t(outcomes[outcome]) }) : text;
    toasts.show(words, 'plain', gameId, navigation.route.peek().page === 'room' ? undefined : LONG_MS);
  };
  // Among those of rooms are a draw, and how both are said.
  Promise.all([preferences.loadRoomWords(), preferences.addWords(words)]).then(say, () => undefined);
}
