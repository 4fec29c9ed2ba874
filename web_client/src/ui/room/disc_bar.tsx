import type { BySide } from '../../protocol/types';
import { useWords } from '../services';
import type { Table } from './table';

/** The one rule that every newcomer gets wrong, under the discs that it counts. */
export function DiscBar({ table, score }: { table: Table; score: (pos: string) => BySide<number> }) {
  const { t } = useWords();
  const [first, second] = score(table.room.value.state.pos);
  const share = (100 * first) / Math.max(1, first + second);
  return (
    <div class="discs">
      <div class="row">
        <span>
          <b>{first}</b> {t(`side.${table.game.id}.first`)}
        </span>
        <span class="space" />
        <span class="tag">{t('room.fewest')}</span>
        <span class="space" />
        <span>
          {t(`side.${table.game.id}.second`)} <b>{second}</b>
        </span>
      </div>
      <div class="disc-bar" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </div>
    </div>
  );
}
