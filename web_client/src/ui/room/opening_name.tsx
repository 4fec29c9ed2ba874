import { useEffect, useState } from 'preact/hooks';
import type { OpeningName as Name } from '../../games/game';
import { useServices } from '../services';
import type { Table } from './table';
import { usePart } from './use_part';

const nameless: Name = { en: '\u00a0', 'zh-Hans': '\u00a0', 'zh-Hant': '\u00a0' };

/** What the first moves are called, as soon as somebody has a name for them. */
export function OpeningName({ table }: { table: Table }) {
  const { language } = useServices().preferences.settings.value;
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
  // What knows the names comes after the board; by the second move there is a name, which gets its place before it is here.
  const waits = nameOf === null && game.openings !== undefined && moves.length > 1;
  const name = usual ? (nameOf?.(moves) ?? (waits ? nameless : null)) : null;
  if (!name) return null;
  return (
    <p class="opening-name">
      <b>{name[language]}</b>
      {language === 'en' && <span lang="zh-Hans">{name['zh-Hans']}</span>}
    </p>
  );
}
