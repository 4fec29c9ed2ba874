import { useMemo } from 'preact/hooks';
import { of, opposite } from '../../protocol/types';
import { usePlayerName } from '../parts/player_name';
import { useServices } from '../services';
import type { Table } from './table';
import { usePart } from './use_part';

export const DAY = 86_400_000;

/** When and how a game without a running clock ends if nobody plays on; with `within` only when that is soon. */
export function LapseNotice({ table, within = Infinity }: { table: Table; within?: number }) {
  const { t, settings } = useServices().preferences;
  const nameOf = usePlayerName();
  const lapse = usePart(table, ({ state }) => state.lapse);
  const players = usePart(table, ({ full }) => full.players);
  const at = useMemo(() => table.model.now() + (lapse?.ms ?? 0), [lapse]);
  if (!lapse || lapse.ms > within) return null;
  const day = new Intl.DateTimeFormat(settings.value.language, { dateStyle: 'medium' }).format(at);
  const loser = lapse.winner && of(players, opposite(lapse.winner));
  return (
    <p class="caption">
      {loser ? t('room.lapse.lost', { name: nameOf(loser), day }) : t('room.lapse.aborted', { day })}
    </p>
  );
}
