import type { EventKind } from '../protocol/server_messages';
import { isOver, newChat, incomingOffers, type Room } from './room';

/**
 * A move of the visitor that is shown and sent, and not yet confirmed by an event or a snapshot. `ply`: how many
 * moves were played before it.
 */
export interface PendingMove {
  readonly ply: number;
  readonly move: string;
}

/**
 * What happened in a room, for sounds and screen readers. `before` and `after` differ by this one change, or by all
 * that was missed.
 */
export interface RoomChange {
  /** `missed`: all that came while the connection was lost, at once. */
  readonly kind: EventKind | 'chat' | 'missed';
  readonly before: Room;
  readonly after: Room;
}

/** How many offers wait for an answer of the visitor. */
export const offerCount = (room: Room): number => incomingOffers(room).length;

/**
 * What came while the connection was lost, from the last room that was known and the snapshot; null for nothing. The
 * visitor's own pending move is no news: it was heard when it was made, and may have reached the server although no
 * answer did.
 */
export function missedChange(known: Room, pending: PendingMove | null, after: Room): RoomChange | null {
  const isLanded = pending !== null && after.moves[pending.ply] === pending.move;
  const before = isLanded ? { ...known, moves: [...known.moves, pending.move] } : known;
  const isNews =
    after.moves.join() !== before.moves.join() ||
    isOver(after.state) !== isOver(before.state) ||
    newChat(before, after).length > 0 ||
    offerCount(after) > offerCount(before);
  return isNews ? { kind: 'missed', before, after } : null;
}
