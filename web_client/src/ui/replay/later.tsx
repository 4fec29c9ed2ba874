import { useState } from 'preact/hooks';
import { lazy } from '../core/lazy';
import { useServices } from '../services/services';
import type { Replay } from './replay_model';

// Fetched where games with the position are looked for.
export const PositionGames = lazy(
  () => import('./position_games'),
  () => <section class="card export" aria-busy="true" />,
);

/** The same where it is not what one has come for: nothing is asked of the server before a press. */
export function MorePositionGames({ replay }: { readonly replay: Replay }) {
  const { t } = useServices().preferences;
  const [open, setOpen] = useState(false);
  if (open) return <PositionGames replay={replay} />;
  return (
    <section class="card export">
      <button class="button" onClick={() => setOpen(true)}>
        {t('replay.explore')}
      </button>
    </section>
  );
}
