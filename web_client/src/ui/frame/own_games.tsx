import { partsWords as words } from '../../i18n/areas/parts_words';
import { RouteLink } from '../parts/route_link';
import type { Services } from '../services/services';

/** Says something of a game whose room is not shown, with the way there. Nothing where no one sits opposite. */
export function tellOf(
  { preferences, toasts }: Services,
  key: 'room.begun' | 'room.ended' | 'room.left',
  gameId: string,
  name: string | null,
): void {
  const { t } = preferences;
  const say = (): void => {
    // Another listener may have led there meanwhile.
    if (name === null || location.pathname === `/${gameId}`) return;
    const way = (
      <RouteLink class="button small" to={{ page: 'room', gameId }}>
        {t('lobby.resumeDo')}
      </RouteLink>
    );
    toasts.show(t(key, { name }), 'plain', way);
  };
  preferences.addWords(words).then(say, () => undefined);
}
