import { spokenMove } from '../../../games/spoken_move';
import { isOver, isYourTurn, sharedPlies, type Room } from '../../../state/room';
import type { RoomChange } from '../../../state/missed';
import type { Preferences } from '../../services/preferences';
import { resultWords } from '../result/result_words';
import type { RoomController } from '../model/room_controller';

/** Of moves that were missed: what lies further back is read in the list. */
const MISSED_ANNOUNCED = 4;

/**
 * What happened, as texts for screen readers, each announced on its own. Empty for events that a bar on the page
 * announces by itself, such as offers, or a toast.
 */
export function announcementsOf(
  ctrl: RoomController,
  change: RoomChange,
  preferences: Preferences,
): readonly string[] {
  const { t } = preferences;
  const { before, after } = change;
  switch (change.kind) {
    case 'move':
      return [moveWords(ctrl, after.moves.length, preferences)];
    case 'start':
    case 'resume':
      return [turnWords(after, preferences)];
    case 'pause':
      return [t('room.paused')];
    case 'takeback':
      return [tookBack(change, before.moves.length - after.moves.length, preferences)];
    case 'end':
      return [t('room.spokenEnd', { result: resultWords(after, preferences) })];
    case 'rematch':
      return after.full.you === null ? [t('room.nextBegun')] : [];
    case 'missed':
      return missedWords(ctrl, change, preferences);
    default:
      return [];
  }
}

const turnWords = (room: Room, { t }: Preferences): string =>
  isYourTurn(room)
    ? t('nav.yourMove')
    : t('room.theirMove', { name: t(`side.${room.full.game}.${room.state.turn}`) });

const tookBack = ({ after }: RoomChange, n: number, { t }: Preferences): string =>
  t('room.tookBack', { n, side: t(`side.${after.full.game}.${after.state.turn}`) });

/** What happened in the room while the connection was lost. */
function missedWords(ctrl: RoomController, change: RoomChange, preferences: Preferences): readonly string[] {
  const { before, after } = change;
  const same = sharedPlies(before.moves, after.moves);
  const told = after.moves.map((_, index) => index + 1).slice(same);
  return [
    ...(before.moves.length > same ? [tookBack(change, before.moves.length - same, preferences)] : []),
    ...(told.length > 0 ? [preferences.t('room.missed', { n: told.length })] : []),
    ...told.slice(-MISSED_ANNOUNCED).map((ply) => moveWords(ctrl, ply, preferences)),
    ...(isOver(after.state) && !isOver(before.state)
      ? [preferences.t('room.spokenEnd', { result: resultWords(after, preferences) })]
      : []),
  ];
}

/** The move that led to `ply`. */
function moveWords(ctrl: RoomController, ply: number, { t, settings }: Preferences): string {
  const { moves, state } = ctrl.room.value;
  const flipped = ctrl.settings.value.flipped ?? false;
  const move = moves[ply - 1] ?? '';
  const name = spokenMove(ctrl.game, ctrl.positionAt(ply - 1), move, settings.value.language, flipped);
  const check = state.check && ply === moves.length ? ` ${t('room.check')}.` : '';
  return `${ply}. ${name}.${check}`;
}
