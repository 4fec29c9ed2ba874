import type { Action } from '../../../protocol/client_messages';
import type { Key } from '../../../i18n/keys';
import {
  hasMoved,
  isAgainstBot,
  isOver,
  isYourTurn,
  incomingOffers,
  outgoingOffers,
  type Room,
} from '../../../state/room';
import type { RoomIconName } from '../../parts/room_icon';

/** What a player may do besides moving. As it is at this moment of the room; the server decides again. */
export interface RoomAction {
  readonly action: Action;
  readonly icon: RoomIconName;
  readonly label: Key;
  readonly enabled: boolean;
  /** Why it is not possible in this game: the reason of a refusal. */
  readonly refusal?: string;
  /** An offer of this kind stands: the button takes it back. */
  readonly offered?: boolean;
  /** Clicks in quick succession each count. */
  readonly repeats?: true;
  /** Asked before it is done. */
  readonly confirm?: Key;
}

/** Plays here, in a game that has begun and is not over. */
const isPlayer = ({ full, state }: Room): boolean => full.you !== null && state.status === 'playing';

const isOfTournament = ({ full }: Room): boolean => full.tournamentId !== undefined;

/** Why nothing is taken back or put off in this game; empty: it may be. */
const barrier = (room: Room): string =>
  isOfTournament(room) ? 'tournament' : room.full.rated ? 'rated' : '';

/** What is not possible now is grey, not hidden: buttons keep their places, and say why when they are pressed. */
export const actionsOf = (room: Room): readonly RoomAction[] => [
  {
    action: 'takeback',
    icon: 'undo',
    label: 'do.takeback',
    enabled: isPlayer(room) && !barrier(room) && room.full.you !== null && hasMoved(room, room.full.you),
    refusal: barrier(room),
    offered: outgoingOffers(room).includes('takeback'),
  },
  // Bots decline draws, but lend a hint; people do neither.
  isAgainstBot(room) ? hint(room) : draw(room),
  room.hasStarted || isOfTournament(room) ? resign(room) : abort(room),
];

const hint = (room: Room): RoomAction => ({
  action: 'hint',
  icon: 'bolt',
  label: 'do.hint',
  enabled: !room.full.rated && isYourTurn(room),
});

/** Where the other side has offered one, to ask for it is to agree. */
const draw = (room: Room): RoomAction => ({
  action: 'draw',
  icon: 'half',
  label: 'do.draw',
  enabled: isPlayer(room) && room.moves.length >= 2,
  offered: outgoingOffers(room).includes('draw'),
  ...(!incomingOffers(room).includes('draw') && {
    confirm: 'confirm.draw' as const,
  }),
});

const abort = (room: Room): RoomAction => ({
  action: 'abort',
  icon: 'close',
  label: 'do.abort',
  enabled: room.full.you !== null && !isOver(room.state),
  confirm: 'confirm.abort',
});

const resign = (room: Room): RoomAction => ({
  action: 'resign',
  icon: 'flag',
  label: 'do.resign',
  enabled: isPlayer(room),
  confirm: 'confirm.resign',
});

/** What is wanted now and then, in a second row. */
export const furtherActionsOf = (room: Room): readonly RoomAction[] => [
  room.state.paused ? resume(room) : pause(room),
  {
    action: 'addTime',
    icon: 'clock',
    label: 'do.addTime',
    enabled:
      isPlayer(room) && !room.state.paused && room.full.time?.initial !== undefined && !isOfTournament(room),
    refusal: isOfTournament(room) ? 'tournament' : '',
    repeats: true,
  },
];

const resume = (room: Room): RoomAction => ({
  action: 'resume',
  icon: 'play',
  label: 'do.resume',
  enabled: isPlayer(room) && !room.full.rated,
});

const pause = (room: Room): RoomAction => ({
  action: 'pause',
  icon: 'pause',
  label: 'do.pause',
  enabled: isPlayer(room) && !barrier(room),
  refusal: barrier(room),
  offered: outgoingOffers(room).includes('pause'),
  ...(!isAgainstBot(room) &&
    !incomingOffers(room).includes('pause') && {
      confirm: 'confirm.pause' as const,
    }),
});
