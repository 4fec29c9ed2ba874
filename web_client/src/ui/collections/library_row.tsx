import type { LibraryGame } from '../../protocol/collections';
import { forSide, type Side } from '../../protocol/types';
import { RouteLink } from '../parts/route_link';
import { scoreOf } from '../parts/score';
import { Thumbnail } from '../people/game_row';
import { useServices } from '../services/services';

/** Months and days that are not known are written as `??`. */
export const knownDate = (date = ''): string => date.replaceAll('-??', '');

/** A question mark for a name that the file does not give. */
export const playersText = ({ players: [first, second] }: LibraryGame): string =>
  `${first.name || '?'} – ${second.name || '?'}`;

interface Props {
  readonly collection: string;
  readonly game: LibraryGame;
  /** Whether it is chosen for a file. */
  readonly marked: boolean;
  readonly onMark: (marked: boolean) => void;
}

/** A game of a collection in its list; the row leads to it. */
export function LibraryRow({ collection, game, marked, onMark }: Props) {
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
  const name = `${game.number}. ${t(`game.${game.game}`)}`;
  const facts = [
    game.event,
    game.round,
    game.site,
    game.openingCode,
    game.reason && named('reason', game.reason, ''),
    t('games.moves', { n: game.plies }),
  ];
  return (
    <li class="game-row library-row">
      <input
        type="checkbox"
        checked={marked}
        aria-label={t('library.mark', { game: `${game.number}. ${playersText(game)}` })}
        onChange={(event) => onMark(event.currentTarget.checked)}
      />
      <Thumbnail game={game.game} position={game.pos} />
      <span class="row-players">
        {side('first')}
        <span class="tag">{scoreOf(game.result)}</span>
        {side('second')}
      </span>
      <span class="row-facts">
        <RouteLink
          class="row-link"
          to={{ page: 'collections', id: collection, number: game.number }}
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
