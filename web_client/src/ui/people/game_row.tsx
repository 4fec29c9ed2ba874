import { forSide, type GameName, type GameSummary, type Side } from '../../protocol/types';
import { timeName } from '../../state/time_control';
import { lazy, nothing } from '../core/lazy';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { PlayerName, usePlayerName } from '../parts/player_name';
import { scoreOf } from '../parts/score';

interface ThumbnailProps {
  readonly game: GameName;
  /** What stood on the board at the end, where that is known. */
  readonly position?: string | undefined;
}

const Picture = lazy<ThumbnailProps>(() => import('../boards/thumbnail'), nothing);

/** The last position of a game; else the middle of a board: which game it is, at a glance. Its place is as large before
 *  the picture is there. */
export const Thumbnail = (props: ThumbnailProps) => (
  <span class={`thumbnail ${props.position === undefined ? '' : 'whole'}`}>
    <Picture {...props} />
  </span>
);

const outcomes = { won: 'outcome.won', lost: 'outcome.lost', drawn: 'outcome.drawn' } as const;

/** How a game went for the player on `side`; null where it has no result. */
export function outcomeOf({ result }: GameSummary, side: Side): keyof typeof outcomes | null {
  if (!result) return null;
  if (result === 'draw') return 'drawn';
  return result === side ? 'won' : 'lost';
}

/** A finished game in a list: its last position, who and how, and when; the row leads to its replay, but for the names
 *  in it. Of the visitor, or else of the player whose games are listed, it says how the game went. */
export function GameRow({ game }: { game: GameSummary }) {
  const { t, named } = useServices().preferences;
  const nameOf = usePlayerName();
  const [first, second] = game.players;
  const own = game.you ?? game.side;
  const outcome = own && outcomeOf(game, own);
  const to = { page: 'replay', gameId: game.gameId, ply: null } as const;
  const side = (which: Side) => (
    <b class={`row-side ${game.result === which ? 'won' : ''}`}>
      {game.you === which && <span class="tag good">{t('room.you')}</span>}{' '}
      <PlayerName player={forSide(game.players, which)} isOver link />
    </b>
  );
  const facts = [
    game.reason && named('reason', game.reason),
    t('games.moves', { n: Math.ceil(game.ply / 2) }),
    timeName(game.time),
  ];
  return (
    <li class="game-row">
      <Thumbnail game={game.game} position={game.pos} />
      <span class="row-players">
        {side('first')}
        <span class={`tag ${outcome ?? ''}`} title={outcome ? t(outcomes[outcome]) : undefined}>
          {scoreOf(game.result)}
          {outcome && <span class="hidden">{t(outcomes[outcome])}</span>}
        </span>
        {side('second')}
      </span>
      <span class="row-facts">
        <RouteLink
          class="row-link"
          to={to}
          aria-label={t('label.of', {
            label: t(`game.${game.game}`),
            text: `${nameOf(first, true)} – ${nameOf(second, true)}`,
          })}
        >
          {t(`game.${game.game}`)}
        </RouteLink>{' '}
        <span class="muted">· {facts.filter(Boolean).join(' · ')}</span>
      </span>
      <Day at={game.at} />
    </li>
  );
}

/**
 * The day of a game, with the year where it is not this one; the tooltip has the time of day. In the visitor's own
 * time zone.
 */
export function Day({ at }: { at: number | undefined }) {
  const { language } = useServices().preferences.settings.value;
  if (at === undefined) return <span />;
  const date = new Date(at);
  const isNow = date.getFullYear() === new Date().getFullYear();
  const day = new Intl.DateTimeFormat(language, {
    month: 'short',
    day: 'numeric',
    ...(!isNow && { year: 'numeric' }),
  });
  const whole = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'short' });
  return (
    <time class="row-day muted" dateTime={date.toISOString()} title={whole.format(date)}>
      {day.format(date)}
    </time>
  );
}
