import { offerCount } from '../../../state/missed';
import { isOver, sharedPlies, type Room } from '../../../state/room';
import type { RoomChange } from '../../../state/missed';
import type { SoundName } from '../../../sound/voices';

/** What a change sounds like, whether it was told as it happened or came with a snapshot; null where nothing is to be
 *  heard. */
export function soundOf({ kind, before, after }: RoomChange): SoundName | null {
  if (kind === 'start') return 'found';
  if (isOver(after.state) && !isOver(before.state)) return 'end';
  if (after.moves.length > sharedPlies(before.moves, after.moves)) return moveSound(before, after);
  return offerCount(after) > offerCount(before) ? 'offer' : null;
}

/** By what is on the board: of several moves at once one sound. */
function moveSound(before: Room, after: Room): SoundName {
  if (after.state.check) return 'check';
  return piecesIn(after) < piecesIn(before) ? 'capture' : 'move';
}

/** Letters of the board part of the position's text. */
const piecesIn = ({ state }: Room): number => state.pos.replace(/ .*|[^a-z]/gi, '').length;
