import { useState } from 'preact/hooks';
import type { Tournament } from '../../protocol/tournaments';
import { lazy, nothing } from '../core/lazy';
import { useWords } from '../services/services';
import { sheets, type SheetKind } from './sheets';

const PrintSheet = lazy(() => import('./print_sheet'), nothing);

/** Each opens the browser's dialog. Of an arena only the pairings make sense on paper. */
export function PrintButtons({ tournament }: { tournament: Tournament }) {
  const { t } = useWords();
  const [kind, setKind] = useState<SheetKind | null>(null);
  const offered = tournament.format === 'arena' ? sheets.slice(0, 1) : sheets;
  return (
    <details class="print-menu">
      <summary class="button">{t('tournament.print')}</summary>
      <div class="row wrap">
        {offered.map((one) => (
          <button key={one} class="button small" onClick={() => setKind(one)}>
            {t(`tournament.print.${one}`)}
          </button>
        ))}
      </div>
      {kind && <PrintSheet tournament={tournament} kind={kind} onDone={() => setKind(null)} />}
    </details>
  );
}
