import { useEffect, useState } from 'preact/hooks';
import type { OpeningName as Name } from '../../games/game';
import { Icon } from '../parts/icon';
import { useServices } from '../services';
import type { Table } from './table';
import { usePart } from './use_part';

/** What the first moves are called, as soon as somebody has a name for them. */
export function OpeningName({ table }: { table: Table }) {
  const { t, settings } = useServices().preferences;
  const { language } = settings.value;
  const { game } = table;
  const [nameOf, setNameOf] = useState<((moves: readonly string[]) => Name | null) | null>(null);
  const moves = usePart(table, (room) => room.moves);
  const usual = usePart(table, ({ full }) => full.startPos.split(' ')[0]) === game.start.split(' ')[0];
  useEffect(() => {
    // Without a network a game has no opening, and is played all the same.
    if (usual)
      void game.openings?.().then(
        (known) => setNameOf(() => known),
        () => undefined,
      );
  }, [game, usual]);
  const name = usual ? nameOf?.(moves) : null;
  // By the second move most games have a name. It has its place from then on, whether it is still loaded or there is none.
  if (!name && !(usual && game.openings && moves.length > 1)) return null;
  return (
    <p class="opening-name">
      <small class="caption">
        <Icon name="book" size={14} /> {t('rule.opening')}
      </small>
      <b>{name?.[language] ?? '—'}</b>
      {language === 'en' && <span lang="zh-Hans">{name?.['zh-Hans'] ?? '\u00a0'}</span>}
    </p>
  );
}
