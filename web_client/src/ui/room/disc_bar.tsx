import { countDiscs } from '../../state/room';
import { useWords } from '../services';
import type { Table } from './table';

/** The one rule that every newcomer gets wrong, under the discs that it counts. */
export function DiscBar({ table }: { table: Table }) {
  const { t } = useWords();
  const [first, second] = countDiscs(table.room.value.state.pos);
  const share = (100 * first) / Math.max(1, first + second);
  return (
    <div class="discs">
      <div class="row">
        <span>
          <b>{first}</b> {t('side.antireversi.first')}
        </span>
        <span class="space" />
        <span class="tag">{t('room.fewest')}</span>
        <span class="space" />
        <span>
          {t('side.antireversi.second')} <b>{second}</b>
        </span>
      </div>
      <div class="disc-bar" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </div>
    </div>
  );
}
