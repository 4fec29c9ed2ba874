import { of, type Side } from '../../protocol/types';
import { PieceMark } from '../parts/piece_mark';
import { useServices } from '../services/services';
import type { Table } from './table';

/** What a side has taken, and by how much its pieces are worth more. Keeps its place while there is nothing to show. */
export function Captured({ table, side }: { table: Table; side: Side }) {
  const { preferences } = useServices();
  const taken = table.taken.value;
  if (!taken) return null;
  const pieces = of(taken.pieces, side);
  const lead = side === 'first' ? taken.balance : -taken.balance;
  const { language } = preferences.settings.value;
  const names = pieces.map((piece) => table.game.words.piece(piece, language));
  return (
    <div class="captured">
      {pieces.length > 0 && (
        <span
          class="captured-pieces"
          role="img"
          aria-label={preferences.t('room.captured', { pieces: names.join(preferences.t('list.comma')) })}
        >
          {pieces.map(({ side: owner, kind }, i) => (
            <span key={i} class={kind === pieces[i - 1]?.kind ? 'same' : ''}>
              <PieceMark game={table.game} side={owner} kind={kind} size={22} />
            </span>
          ))}
        </span>
      )}
      {lead > 0 && <small class="lead">+{lead}</small>}
    </div>
  );
}
