import { partsWords as words } from '../../i18n/areas/parts_words';
import type { Services } from '../services/services';

const outcomes = {
  won: 'result.youWon',
  lost: 'result.youLost',
  draw: 'result.draw',
  aborted: 'result.aborted',
} as const;

/** Says something of a game whose room is not shown, with the way there. Nothing where no one sits opposite. */
export function tellOf(
  { preferences, toasts }: Services,
  key: 'room.begun' | 'room.ended' | 'room.left',
  gameId: string,
  name: string | null,
  outcome?: keyof typeof outcomes,
): void {
  const { t } = preferences;
  const say = (): void => {
    // Another listener may have led there meanwhile.
    if (name === null || location.pathname === `/${gameId}`) return;
    toasts.show(
      [t(key, { name }), outcome && t(outcomes[outcome])].filter(Boolean).join(' '),
      'plain',
      gameId,
    );
  };
  // Among those of rooms is a draw.
  Promise.all([preferences.loadRoomWords(), preferences.addWords(words)]).then(say, () => undefined);
}
