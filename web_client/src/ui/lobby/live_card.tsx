import { useEffect, useState } from 'preact/hooks';
import type { GameSummary, Side } from '../../protocol/types';
import { of } from '../../protocol/types';
import { face, formatClock } from '../../state/clock';
import { timeName } from '../../state/time_control';
import { liveGames } from '../../state/lobby';
import { RouteLink } from '../parts/route_link';
import { Icon } from '../parts/icon';
import { MiniBoardView } from '../parts/mini_board_view';
import { PlayerName } from '../parts/player_name';
import { useServices, useWords } from '../services/services';
import type { LobbyModel } from './lobby_model';

/** As many as fill the column: a large one, and two below. */
const SHOWN = 3;

/** The first games that are being played, with their boards and clocks as they change. */
export function LiveCard({ model }: { model: LobbyModel }) {
  const { t } = useWords();
  const { featured } = model.lobby.value;
  const games = liveGames(model.lobby.value);
  return (
    <aside class="card live-card" aria-labelledby="live-title">
      <h2 id="live-title">
        <Icon name="eye" size={19} /> {t('lobby.live')}
        <small>
          {games.length > 0 ? (
            <RouteLink to={{ page: 'watch' }}>{t('lobby.watchAll', { n: games.length })}</RouteLink>
          ) : (
            t('lobby.live.none')
          )}
        </small>
      </h2>
      {games.length > 0 && (
        <div class="live-grid">
          {games.slice(0, SHOWN).map((game) => (
            <LiveGame key={game.gameId} game={game} model={model} featured={game.gameId === featured} />
          ))}
        </div>
      )}
    </aside>
  );
}

interface LiveGameProps {
  readonly game: GameSummary;
  readonly model: LobbyModel;
  /** The one most worth watching. */
  readonly featured?: boolean;
}

export function LiveGame({ game, model, featured = false }: LiveGameProps) {
  const { t } = useWords();
  const mini = model.lobby.value.boards.get(game.gameId);
  const line = (side: Side) => (
    <span class="live-line">
      <PlayerName player={of(game.players, side)} />
      <LiveClock game={game} model={model} side={side} />
    </span>
  );
  return (
    <RouteLink class="live" to={{ page: 'room', gameId: game.gameId }}>
      {line('second')}
      <span class="live-board" data-game={game.game}>
        {mini && <MiniBoardView game={game.game} position={mini.pos} lastMove={mini.lastMove} />}
      </span>
      {line('first')}
      <span class="live-line about">
        <span>
          {featured && <b class="featured">{t('lobby.featured')}</b>} {t(`game.${game.game}`)} ·{' '}
          {timeName(game.time)} · {t('games.moves', { n: game.ply })}
        </span>
        {(game.spectators ?? 0) > 0 && (
          <span class="watchers">
            <Icon name="eye" size={15} /> {game.spectators}
          </span>
        )}
      </span>
    </RouteLink>
  );
}

/** What a clock shows, second by second while it runs; who is to move where there is none. */
function LiveClock({ game, model, side }: Pick<LiveGameProps, 'game' | 'model'> & { side: Side }) {
  const { link } = useServices();
  const [, tick] = useState(0);
  const mini = model.lobby.value.boards.get(game.gameId);
  const turn = game.ply % 2 === 0 ? 'first' : 'second';
  const running = mini?.clock ? mini.clock.running === side : turn === side;
  const ticks = running && Boolean(mini?.clock);
  useEffect(() => {
    if (!ticks) return;
    const timer = setInterval(() => tick((n) => n + 1), 1_000);
    return () => clearInterval(timer);
  }, [ticks]);
  const text =
    mini?.clock && game.time
      ? formatClock(
          face({ clock: mini.clock, time: game.time, turn }, side, link.time.at(performance.now())).ms,
        )
      : '';
  return <span class={`live-clock ${running ? 'on' : ''}`}>{text.replace(/\.\d$/, '')}</span>;
}
