import type { LibraryGame } from '../../protocol/collections';
import { forSide, type Side } from '../../protocol/types';
import type { Route } from '../../state/route';
import { RouteLink } from '../parts/route_link';
import { scoreOf } from '../parts/score';
import { useServices } from '../services/services';
import { Thumbnail } from './game_row';

/** Months and days that are not known are written as `??`. */
export const knownDate = (date = ''): string => date.replaceAll('-??', '');

/** A question mark for a name that the file does not give. */
const playersText = ({ players: [first, second] }: Pick<LibraryGame, 'players'>): string =>
  `${first.name || '?'} – ${second.name || '?'}`;

interface Props {
  /** Without a number where it is of no collection. */
  readonly game: Omit<LibraryGame, 'number'> & { readonly number?: number };
  /** Where the row leads: to the game, or to `ply` of it. */
  readonly to: Route;
  readonly ply?: number;
  /** Whether it is chosen for a file. */
  readonly marked?: boolean;
  /** Absent where no file is made. */
  readonly onMark?: (marked: boolean) => void;
}

/** A game of a collection, or one that was found, in a list. */
export function LibraryRow({ game, to, ply, marked = false, onMark }: Props) {
  const { t, named } = useServices().preferences;
  const side = (which: Side) => {
    const { name, rating } = forSide(game.players, which);
    return (
      <b class={`row-side ${game.result === which ? 'won' : ''}`}>
        {name || '?'}
        {rating !== undefined && <span class="dim"> {rating}</span>}
      </b>
    );
  };
  const place = game.number === undefined ? '' : `${game.number}. `;
  const name = place + t(`game.${game.game}`);
  const facts = [
    game.event,
    game.round,
    game.site,
    game.openingCode,
    game.reason && named('reason', game.reason, ''),
    ply === undefined
      ? t('games.moves', { n: Math.ceil(game.plies / 2) })
      : t('room.browsing', { ply, plies: game.plies }),
  ];
  return (
    <li class={`game-row ${onMark ? 'library-row' : ''}`}>
      {onMark && (
        <input
          type="checkbox"
          checked={marked}
          aria-label={t('library.mark', { game: place + playersText(game) })}
          onChange={(event) => onMark(event.currentTarget.checked)}
        />
      )}
      <Thumbnail game={game.game} position={game.pos} />
      <span class="row-players">
        {side('first')}
        <span class="tag">{scoreOf(game.result)}</span>
        {side('second')}
      </span>
      <span class="row-facts">
        <RouteLink
          class="row-link"
          to={to}
          aria-label={t('label.of', { label: name, text: playersText(game) })}
        >
          {name}
        </RouteLink>{' '}
        <span class="muted">· {facts.filter(Boolean).join(' · ')}</span>
      </span>
      <span class="row-day muted">{knownDate(game.date)}</span>
    </li>
  );
}
