import { useEffect, useState } from 'preact/hooks';
import { fetchGame } from '../../protocol/http';
import { isOver } from '../../state/room';
import { To } from '../navigation';
import { useServices } from '../services';

/** The way back into a game that this browser still sits in. */
export function ResumeBanner() {
  const { identity, preferences } = useServices();
  const [gameId, setGameId] = useState<string | null>(null);
  useEffect(() => {
    const seat = identity.lastSeat();
    if (!seat) return;
    fetchGame(seat.gameId).then(
      (record) => {
        if (isOver(record.state)) identity.dropSeat(seat.gameId);
        else setGameId(seat.gameId);
      },
      () => undefined,
    );
  }, []);
  if (gameId === null) return null;
  return (
    <To class="resume card" to={{ page: 'room', gameId }}>
      <span class="dot" />
      <b>{preferences.t('lobby.resume')}</b>
      <span class="space" />
      <span class="button small jade">{preferences.t('lobby.resumeDo')}</span>
    </To>
  );
}
