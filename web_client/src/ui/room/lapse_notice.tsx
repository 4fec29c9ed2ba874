import { useServices } from '../services';
import type { Table } from './table';
import { usePart } from './use_part';

const DAY = 86_400_000;

/** When and how a game without a running clock ends if nobody plays on; `soon`: only in its last three days. */
export function LapseNotice({ table, soon }: { table: Table; soon?: boolean }) {
  const { t } = useServices().preferences;
  const lapse = usePart(table, ({ state }) => state.lapse);
  const n = lapse && Math.ceil(lapse.ms / DAY);
  if (!n || (soon && n > 3)) return null;
  return <p class="caption">{t(lapse.winner ? 'room.lapse.lost' : 'room.lapse.aborted', { n })}</p>;
}
