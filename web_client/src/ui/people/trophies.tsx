import { fetchPlayed, type PlayedTournament } from '../../protocol/people';
import { useAsync } from '../core/use_async';
import { IconPath } from '../parts/icon';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { Day, Thumbnail } from './game_row';
import { PagedCard } from './paged_card';

/** The first page of them; nothing is asked where there is no name. */
export function useTrophies(name: string | null) {
  const ask = async (from = '') => {
    const { tournaments: items, cursor } = await fetchPlayed(name ?? '', from);
    return { items, cursor };
  };
  return { ...useAsync(name === null ? null : () => ask(), [name]), ask };
}

/** How the player came out of tournaments, the last begun first; nothing where there are none. */
export function Trophies({ value, error, retry, ask }: ReturnType<typeof useTrophies>) {
  const { t } = useServices().preferences;
  if (error !== null) return <LoadError error={error} onRetry={retry} />;
  // What stands below comes with it: see pages.css.
  if (!value?.items.length) return value ? null : <p aria-busy="true" />;
  return (
    <PagedCard
      title={t('games.tournaments')}
      first={value}
      ask={ask}
      row={(one) => <Row key={one.id} {...one} />}
    />
  );
}

/** The rank in words is also what the cup says. In a simul everyone plays the host: there is nothing to win. */
function Row({ id, name, game, format, started, rank, players }: PlayedTournament) {
  const { t } = useServices().preferences;
  return (
    <li class="game-row">
      <Thumbnail game={game} />
      <span class="row-players">
        <RouteLink class="row-link cut" to={{ page: 'tournaments', id }}>
          <b>{name}</b>
        </RouteLink>
      </span>
      <small>
        {rank < 4 && format !== 'simul' && (
          <span class={`cup-${rank}`}>
            <IconPath
              path="M7 4h10v5a5 5 0 01-10 0zM7 6H4c0 3 1 5 3 5M17 6h3c0 3-1 5-3 5M12 14v5M8 19h8"
              size={18}
            />{' '}
          </span>
        )}
        {t('profile.rank', { rank, players })}{' '}
        <span class="muted">
          · {t(`game.${game}`)} · {t(`tournament.format.${format}`)}
        </span>
      </small>
      <Day at={started} />
    </li>
  );
}
