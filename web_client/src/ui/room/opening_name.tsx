import { useEffect, useState } from 'preact/hooks';
import type { GameView, OpeningName as Name } from '../../games/game';
import { Icon } from '../parts/icon';
import { useServices } from '../services';

interface Props {
  readonly game: GameView;
  readonly start: string;
  readonly moves: readonly string[];
}

/** What the first moves are called, as soon as somebody has a name for them. */
export function OpeningName({ game, start, moves }: Props) {
  const { t, settings } = useServices().preferences;
  const { language } = settings.value;
  const [nameOf, setNameOf] = useState<((moves: readonly string[]) => Name | null) | null>(null);
  const usual = start.split(' ')[0] === game.start.split(' ')[0];
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
      <b>{name ? `${name.code} ${name[language]}` : '—'}</b>
      {language === 'en' && <span lang="zh-Hans">{name?.['zh-Hans'] ?? '\u00a0'}</span>}
    </p>
  );
}
