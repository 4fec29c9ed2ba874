import { isSeated, type Player } from '../../protocol/types';
import { useWords } from '../services/services';
import { ProgramMark } from './program_mark';
import { RouteLink } from './route_link';

/** The name of a player as pages show it: of a bot its level, of a free seat that it is free, or after the game
 *  "unknown". */
export function usePlayerName(): (player: Player, isOver?: boolean) => string {
  const { t } = useWords();
  return (player, isOver = false) => {
    if (player.level) return t('room.computerLevel', { n: player.level });
    return isSeated(player) ? player.name : t(isOver ? 'player.unknown' : 'room.guest');
  };
}

/** `1523`, and `1500?` where too few games stand behind it. */
export const ratingText = ({ rating, provisional }: Player): string =>
  rating ? `${rating}${provisional ? '?' : ''}` : '';

interface Props {
  readonly player: Player;
  /** Of a game that is over or imported: its seats are not free. */
  readonly isOver?: boolean;
  /** Leads to the player's page; not within something that leads elsewhere. */
  readonly link?: boolean;
}

/** Name and rating of a player, as a link where it may lead to the player's page. */
export function PlayerName({ player, isOver = false, link = false }: Props) {
  const name = usePlayerName()(player, isOver);
  const rating = ratingText(player);
  const leads = link && isSeated(player) && !player.level;
  return (
    <span class="player-name">
      {leads ? <RouteLink to={{ page: 'player', name }}>{name}</RouteLink> : name}
      <ProgramMark program={player.program} />
      {rating && <span class="dim"> {rating}</span>}
    </span>
  );
}
