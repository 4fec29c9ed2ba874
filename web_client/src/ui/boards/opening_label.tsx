import { useEffect, useState } from 'preact/hooks';
import type { GameView, OpeningName as Name } from '../../games/kit/game';
import { Icon } from '../parts/icon';
import { useServices } from '../services/services';

interface Props {
  readonly game: GameView;
  readonly code: string | undefined;
  readonly start: string;
  readonly ply: number;
}

/** What the first moves are called, as the server says. */
export function OpeningLabel({ game, code, start, ply }: Props) {
  const { t, settings } = useServices().preferences;
  const { language } = settings.value;
  const [names, setNames] = useState<ReadonlyMap<string, Name> | null>(null);
  // By the second move most games have a name. It has its place from then on, whether it is still loaded or there is
  // none.
  const usual = start.split(' ')[0] === game.start.split(' ')[0];
  const placed = Boolean(code) || (usual && ply > 1 && game.openings !== undefined);
  useEffect(() => {
    // Without a network a game has no opening, and is played all the same.
    if (placed) void game.openings?.().then(setNames, () => undefined);
  }, [game, placed]);
  if (!placed) return null;
  const name = names?.get(code ?? '');
  return (
    <p class="opening-name">
      <small class="caption">
        <Icon name="book" size={14} /> {t('opening.label')}
      </small>
      <b>{name ? `${name.code} ${name[language]}` : '—'}</b>
      {language === 'en' && <span lang="zh-Hans">{name?.['zh-Hans'] ?? '\u00a0'}</span>}
    </p>
  );
}
