import { isSeated, type Player } from '../../protocol/types';
import { useWords } from '../services';

/** What a player is called: bots by their level, an empty seat by what it waits for. */
export function usePlayerName(): (player: Player) => string {
  const { t } = useWords();
  return (player) => {
    if (player.level) return t('room.computerLevel', { n: player.level });
    return isSeated(player) ? (player.name ?? '') : t('room.guest');
  };
}

export function PlayerName({ player }: { player: Player }) {
  const name = usePlayerName()(player);
  return (
    <span class="player-name">
      {name}
      {player.rating ? <span class="dim"> {player.rating}</span> : null}
    </span>
  );
}
