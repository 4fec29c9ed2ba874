import { useEffect, useRef, useState } from 'preact/hooks';
import { fetchGamesFile, type Collection } from '../../protocol/collections';
import type { Refusal } from '../../protocol/connection';
import { saveFile } from '../core/save_file';
import { useFocus } from '../core/use_dismiss';
import { useOverlay } from '../core/use_overlay';
import { PanelHead } from '../parts/panel';
import { useServices } from '../services/services';
import { wholeFile } from './games_file';

interface Props {
  readonly collection: Collection;
  readonly marked: ReadonlySet<number>;
  readonly onClose: () => void;
}

/** Those of every game, as its `formats` say, but JSON, which keeps whole records of rooms: games of all kinds may be
 *  in a collection. Not asked of the games, whose files would come for that alone. */
export const formats = 'pgn dhtmlxq xqf sgf psq ggf transcript'.split(' ');

/** All games of a collection, or those that were chosen, as one file. */
export function ExportPanel({ collection, marked, onClose }: Props) {
  const { t } = useServices().preferences;
  const { upto, save, stop } = useFile(collection);
  const panel = useRef<HTMLElement>(null);
  useFocus(panel);
  useOverlay(true, onClose, false);
  const row = (label: string, numbers: ReadonlySet<number> | null) => (
    <div class="row wrap" role="group" aria-label={label}>
      <span>{label}</span>
      {formats.map((format) => (
        <button
          key={format}
          class="button small"
          aria-busy={upto !== null}
          onClick={() => void save(format, numbers)}
        >
          {format.toUpperCase()}
        </button>
      ))}
    </div>
  );
  return (
    <section class="card import-panel stack" ref={panel} tabIndex={-1} aria-labelledby="export-title">
      <PanelHead id="export-title" title={t('library.export')} onClose={onClose} />
      {row(t('library.export.all', { n: collection.games }), null)}
      {marked.size > 0 && row(t('library.export.marked', { n: marked.size }), marked)}
      {upto !== null && (
        <div class="row" role="status">
          <progress aria-label={t('library.export')} value={upto} max={collection.games} />
          <button class="button small" onClick={stop}>
            {t('library.cancel')}
          </button>
        </div>
      )}
    </section>
  );
}

/** `upto`: the last game that came; null: no file is being fetched. */
function useFile({ id, name, games: all }: Collection) {
  const { account, preferences, toasts } = useServices();
  const [upto, setUpto] = useState<number | null>(null);
  const stopping = useRef(new AbortController());
  // A file that is being fetched when the page is left is not offered later.
  useEffect(() => () => stopping.current.abort(), []);
  const save = async (format: string, numbers: ReadonlySet<number> | null): Promise<void> => {
    if (upto !== null) return;
    const { notation } = preferences.settings.value;
    const games = numbers && { games: [...numbers].sort((a, b) => a - b).join() };
    const { signal } = (stopping.current = new AbortController());
    const tellLeft = (n: number): void => {
      if (n > 0) toasts.show(preferences.t('library.export.left', { n }), 'bad');
    };
    setUpto(0);
    try {
      const ask = (after: string) =>
        fetchGamesFile(account.token, id, { format, notation, ...(games ?? { after }) });
      const { files, leftOut } = await wholeFile(ask, setUpto, signal);
      for (const [index, file] of files.entries())
        saveFile(file, index > 0 ? `${name}-${index + 1}` : name, format);
      tellLeft(leftOut);
    } catch (error) {
      // Not one of them can be written so.
      if ((error as Partial<Refusal>).code === 'unsupported') tellLeft(numbers?.size ?? all);
      else if (!signal.aborted) toasts.showError(error);
    }
    setUpto(null);
  };
  return { upto, save, stop: () => stopping.current.abort() };
}
