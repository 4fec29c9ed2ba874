import { RoomIcon } from '../../parts/room_icon';
import { isSeated } from '../../../protocol/types';
import { outgoingOffers } from '../../../state/room';
import { singleClick } from '../../core/in_flight';
import { lazy, nothing } from '../../core/lazy';
import { useServices } from '../../services/services';
import { playLevel } from './play_level';
import { nextLevel } from './result_words';
import type { RoomController } from '../model/room_controller';

const NextTable = lazy(() => import('../../tournaments/next_table'), nothing);

/** After a game: the rematch, its offer, the next level of a computer that was beaten, or the way to the next game once
 *  it exists; of a tournament the way to that. */
export function Rematch({ ctrl, small = false }: { ctrl: RoomController; small?: boolean }) {
  const services = useServices();
  const { t } = services.preferences;
  const { model } = ctrl;
  const room = ctrl.room.value;
  const { full, nextId } = room;
  const size = small ? 'small' : '';
  const { tournamentId } = full;
  if (tournamentId !== undefined)
    return (
      <NextTable
        tournamentId={tournamentId}
        gameId={full.gameId}
        isPlayer={full.you !== null}
        isNew={ctrl.hasSeenPlay}
        hasResult={room.state.result !== null}
        size={size}
      />
    );
  if (nextId !== null)
    return (
      <button class={`button primary ${size}`} onClick={() => model.enterGame(nextId)}>
        {t(full.you === null ? 'do.watchNext' : 'do.newGame')}
      </button>
    );
  if (full.you === null || !full.players.every(isSeated)) return null;
  const offered = outgoingOffers(room).includes('rematch');
  const level = nextLevel(room);
  return (
    <>
      {level !== null && (
        <button
          class={`button primary ${size}`}
          aria-busy={model.inFlight.has('level')}
          onClick={singleClick(() => void playLevel(model, services, level))}
        >
          {t('lobby.playLevel', { n: level })}
        </button>
      )}
      <button
        class={`button ${offered ? 'on' : level === null ? 'primary' : ''} ${size}`}
        aria-busy={model.inFlight.has('rematch')}
        onClick={singleClick(() => model.sendAction('rematch', !offered))}
      >
        {!small && <RoomIcon name="undo" />}
        {t(offered ? 'do.withdraw' : 'do.rematch')}
      </button>
    </>
  );
}
