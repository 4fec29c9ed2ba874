import liveStyle from '../../style/live_card.css?inline';
import { useEffect, useState } from 'preact/hooks';
import { whenIdle } from '../../base/idle';
import { lobbyWords as words } from '../../i18n/areas/lobby_words';
import type { GameName, GameSummary, Side } from '../../protocol/types';
import { forSide } from '../../protocol/types';
import { clockFace, formatSeconds } from '../../state/clock';
import { timeName } from '../../state/time_control';
import { liveGames } from '../../state/lobby';
import { RouteLink } from '../parts/route_link';
import { Icon } from '../parts/icon';
import { useHeldOff } from '../core/held_off';
import { lazy, nothing } from '../core/lazy';
import { MiniBoardView } from '../boards/mini_board_view';
import { PlayerName } from '../parts/player_name';
import { adoptStyles } from '../core/style';
import { useTicker } from '../core/use_ticker';
import { useServices, useWords } from '../services/services';
import type { LobbyModel } from './lobby_model';

adoptStyles(liveStyle);

export { words, LiveCard as view };

/** As many as fill the column: a large one, and two below. */
const SHOWN = 3;

const QuietLobby = lazy(() => import('./quiet_lobby'), nothing);

interface Props {
  readonly model: LobbyModel;
  /** The game that is chosen. */
  readonly game: GameName;
}

/** The first games that are being played, with their boards and clocks as they change; where there are few, what else
 *  one may look at. */
function LiveCard({ model, game }: Props) {
  const games = liveGames(model.lobby.value);
  const isIdle = useIdle();
  return (
    <aside class="live-column">
      <section class="card live-card" aria-labelledby="live-title">
        <LiveHead count={games.length} />
        {games.length > 0 && (
          <div class="live-grid">
            {games.slice(0, SHOWN).map((live) => (
              <LiveGame
                key={live.gameId}
                game={live}
                model={model}
                featured={live.gameId === model.lobby.value.featured}
              />
            ))}
          </div>
        )}
      </section>
      {isIdle && games.length < SHOWN && <QuietLobby game={game} isQuiet={games.length === 0} />}
    </aside>
  );
}

/** How many there are in all, and the way to them. */
function LiveHead({ count }: { count: number }) {
  const { t } = useWords();
  return (
    <h2 id="live-title">
      <Icon name="eye" size={19} /> {t('lobby.live')}
      <small>
        {count > 0 ? (
          <RouteLink to={{ page: 'watch' }}>{t('lobby.watchAll', { n: count })}</RouteLink>
        ) : (
          t('lobby.live.none')
        )}
      </small>
    </h2>
  );
}

/** Whether the browser has had nothing to do since this came. */
function useIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}

interface LiveGameProps {
  readonly game: GameSummary;
  readonly model: LobbyModel;
  /** The one most worth watching. */
  readonly featured?: boolean;
}

/** A game that is being played, with its board as of the last `mini`; until that comes there is only its place. */
export function LiveGame({ game, model, featured = false }: LiveGameProps) {
  const { t } = useWords();
  const link = useHeldOff<HTMLAnchorElement>(liveGames(model.lobby.value).indexOf(game));
  const mini = model.lobby.value.boards.get(game.gameId);
  const line = (side: Side) => (
    <span class="live-line">
      <PlayerName player={forSide(game.players, side)} />
      <LiveClock game={game} model={model} side={side} />
    </span>
  );
  return (
    <RouteLink class="live" ref={link} to={{ page: 'room', gameId: game.gameId }}>
      {line('second')}
      <MiniBoardView game={game.game} position={mini?.pos ?? null} lastMove={mini?.lastMove ?? null} />
      {line('first')}
      <span class="live-line about">
        <span>
          {featured && <b class="featured">{t('lobby.featured')}</b>} {t(`game.${game.game}`)} ·{' '}
          {timeName(game.time)} · {t('games.moves', { n: Math.ceil(game.ply / 2) })}
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

/** What a clock shows, second by second while it runs; for the eye alone, because screen readers say each new name of
 *  a link that has the focus. The clock knows whose turn it is: in an opening one side may place several stones. */
function LiveClock({ game, model, side }: Pick<LiveGameProps, 'game' | 'model'> & { side: Side }) {
  const { socket } = useServices();
  const clock = model.lobby.value.boards.get(game.gameId)?.clock;
  const runs = clock?.running === side;
  useTicker(runs ? 1_000 : null);
  if (!clock || !game.time) return null;
  const turn = clock.running ?? side;
  const { ms } = clockFace({ clock, time: game.time, turn }, side, socket.time.at(performance.now()));
  return (
    <span class={`live-clock ${runs ? 'on' : ''}`} aria-hidden="true">
      {formatSeconds(ms)}
    </span>
  );
}
