import type { TournamentLine } from '../../protocol/tournaments';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';

interface Props {
  readonly tournaments: readonly TournamentLine[];
  /** Where those of several phases stand in one list: each says its own instead of its director. */
  readonly withPhase?: boolean;
}

/** In the server's order. */
export function TournamentRows({ tournaments, withPhase = false }: Props) {
  const { t } = useServices().preferences;
  return (
    <ul class="rows">
      {tournaments.map(({ id, name, game, director, phase }) => (
        <li key={id} class="game-row tournament-row">
          <RouteLink class="row-link" to={{ page: 'tournaments', id }}>
            <b>{name}</b>
          </RouteLink>
          <span class="tag">{t(`game.${game}`)}</span>
          <span class="muted">
            {withPhase ? t(`tournament.phase.${phase}`) : t('tournament.director', { name: director })}
          </span>
        </li>
      ))}
    </ul>
  );
}
