import type { GameSummary, Side } from '../../protocol/types';
import { of } from '../../protocol/types';
import { timeName } from '../../state/time_control';
import { liveGames } from '../../state/lobby';
import { To } from '../parts/to';
import { Icon } from '../parts/icon';
import { MiniBoardView } from '../parts/mini_board_view';
import { PlayerName } from '../parts/player_name';
import { useWords } from '../services';
import type { LobbyModel } from './lobby_model';

/** The first games that are being played, with their boards as they change. */
export function LiveCard({ model }: { model: LobbyModel }) {
  const { t } = useWords();
  const { featured } = model.lobby.value;
  const games = liveGames(model.lobby.value);
  return (
    <section class="card side-card live-card" aria-labelledby="live-title">
      <h2 id="live-title">
        <Icon name="eye" /> {t('lobby.live')}
        {games.length > 0 && (
          <small>
            <To to={{ page: 'watch' }}>
              {t('lobby.watchAll')} {games.length}
            </To>
          </small>
        )}
      </h2>
      {games.length === 0 ? (
        <p class="empty">{t('lobby.live.none')}</p>
      ) : (
        <div class="live-grid">
          {games.slice(0, 4).map((game) => (
            <LiveGame key={game.gameId} game={game} model={model} featured={game.gameId === featured} />
          ))}
        </div>
      )}
    </section>
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
  const turn = game.ply % 2 === 0 ? 'first' : 'second';
  const line = (side: Side) => (
    <span class="live-line">
      <PlayerName player={of(game.players, side)} />
      {turn === side && <span class="dot" />}
    </span>
  );
  return (
    <To class="live" to={{ page: 'room', gameId: game.gameId }}>
      {line('second')}
      <span class="live-board">
        {mini && <MiniBoardView game={game.game} position={mini.pos} lastMove={mini.lastMove} />}
      </span>
      {line('first')}
      <span class="live-line dim">
        {featured ? <span class="tag">{t('lobby.featured')}</span> : timeName(game.time)}
        <span>{t('games.moves', { n: game.ply })}</span>
      </span>
    </To>
  );
}
