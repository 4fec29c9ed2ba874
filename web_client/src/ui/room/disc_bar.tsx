import type { BySide } from '../../protocol/types';
import { useWords } from '../services/services';
import type { Table } from './table';

/** Whose discs are how many; that the fewest win stands beside the name of the game. */
export function DiscBar({ table, score }: { table: Table; score: (pos: string) => BySide<number> }) {
  const { t } = useWords();
  const [first, second] = score(table.room.value.state.pos);
  const share = (100 * first) / Math.max(1, first + second);
  const side = (which: 'first' | 'second'): string => t(`side.${table.game.id}.${which}`);
  return (
    <div class="discs" title={t('room.fewest')}>
      <b>
        <span class="hidden">{side('first')}</span> {first}
      </b>
      <div class="disc-bar" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </div>
      <b>
        <span class="hidden">{side('second')}</span> {second}
      </b>
    </div>
  );
}
