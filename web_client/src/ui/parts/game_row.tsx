import type { GameSummary } from '../../protocol/types';
import { timeName } from '../../state/time_control';
import { To } from './to';
import { useServices } from '../services';
import { PlayerName, usePlayerName } from './player_name';

const scores: Readonly<Record<string, string>> = { first: '1 – 0', second: '0 – 1', draw: '½ – ½' };

export const scoreOf = (result: string | null | undefined): string => scores[result ?? ''] ?? '–';

/** A finished game in a list; the row leads to its replay, but for the names in it. */
export function GameRow({ game }: { game: GameSummary }) {
  const { preferences } = useServices();
  const { t, named } = preferences;
  const [first, second] = game.players;
  const day = new Intl.DateTimeFormat(preferences.settings.value.language, {
    month: 'short',
    day: 'numeric',
  });
  const nameOf = usePlayerName();
  const to = { page: 'replay', gameId: game.gameId, ply: null } as const;
  return (
    <li class="game-row">
      <span class="grow">
        <b>
          <PlayerName player={first} isOver link />
        </b>
        <span class="tag">{scoreOf(game.result)}</span>
        <b>
          <PlayerName player={second} isOver link />
        </b>
      </span>
      <To
        class="row-link muted"
        to={to}
        aria-label={`${t(`game.${game.game}`)}: ${nameOf(first, true)} – ${nameOf(second, true)}`}
      >
        {t(`game.${game.game}`)}
      </To>
      <span class="muted num">{timeName(game.time)}</span>
      <span class="muted reason">
        {game.reason ? `${named('reason', game.reason)} · ` : ''}
        {t('games.moves', { n: game.ply })}
      </span>
      <span class="dim num">{game.at ? day.format(game.at) : ''}</span>
    </li>
  );
}
