import { forSide, opposite, type Side } from '../../../protocol/types';
import { PieceIcon } from '../../boards/piece_icon';
import { useServices } from '../../services/services';
import type { RoomController } from '../model/room_controller';

/** What a side has taken, and by how much its pieces are worth more. Keeps its place while there is nothing to show. */
export function Captured({ ctrl, side }: { ctrl: RoomController; side: Side }) {
  const { preferences } = useServices();
  const taken = ctrl.taken.value;
  if (!taken) return null;
  const pieces = forSide(taken.pieces, side);
  // Each kind once: seven pieces in a row would be slivers on a phone.
  const kinds = [...new Set(pieces.map(({ kind }) => kind))];
  const count = (kind: string): number => pieces.filter((piece) => piece.kind === kind).length;
  const lead = side === 'first' ? taken.balance : -taken.balance;
  const { language } = preferences.settings.value;
  const names = pieces.map((piece) => ctrl.game.words.piece(piece, language));
  return (
    <div class="captured">
      {pieces.length > 0 && (
        <span
          class="captured-pieces"
          role="img"
          aria-label={preferences.t('room.captured', { pieces: names.join(preferences.t('list.comma')) })}
        >
          {kinds.map((kind) => (
            <span key={kind}>
              <PieceIcon game={ctrl.game} side={opposite(side)} kind={kind} size={22} />
              {count(kind) > 1 && <small>{count(kind)}</small>}
            </span>
          ))}
        </span>
      )}
      {lead > 0 && <small class="lead">+{lead}</small>}
    </div>
  );
}
