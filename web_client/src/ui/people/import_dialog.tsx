import { useEffect, useRef, useState } from 'preact/hooks';
import { BadGame } from '../../protocol/http';
import { importGame } from '../../protocol/import';
import { gameNames, type GameName } from '../../protocol/types';
import { PanelHead } from '../parts/panel';
import { useOverlay } from '../core/use_overlay';
import { useServices } from '../services/services';
import { useSubmit } from './use_submit';

/** The bytes of a file as text that JSON can carry. */
async function base64Of(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''));
}

/** A game from another program, pasted or out of a file; opens as a replay. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { account, navigation, preferences, toasts } = useServices();
  const { t } = preferences;
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [game, setGame] = useState<GameName | null>(null);
  useEffect(() => dialog.current?.showModal(), []);
  useOverlay(true, onClose);

  /** Where and why: the server's sentence, or what we know of it in the reader's language. */
  const where = (error: BadGame): string => {
    const why = preferences.named('import.bad', error.reason ?? '', t('import.bad.illegal'));
    return toasts.detail(error) || (error.line > 0 ? t('import.line', { line: error.line, why }) : why);
  };
  const { busy, problem, onSubmit } = useSubmit(async () => {
    const written = file ? { base64: await base64Of(file) } : { text };
    const { gameId } = await importGame(account.token, written, game);
    // Not after the dialog was closed, or another page opened.
    if (dialog.current) navigation.to({ page: 'replay', gameId, ply: null });
  });
  return (
    <dialog ref={dialog} class="card import" aria-labelledby="import-title" onClose={onClose}>
      <form class="stack" onSubmit={onSubmit}>
        <PanelHead id="import-title" title={t('import.title')} onClose={onClose} />
        <textarea
          class="input"
          rows={9}
          spellcheck={false}
          placeholder={t('import.text')}
          aria-label={t('import.text')}
          value={text}
          onInput={(event) => {
            setText(event.currentTarget.value);
            setFile(null);
          }}
        />
        <div class="row wrap">
          <label class="button">
            <input
              type="file"
              class="hidden"
              onChange={(event) => setFile(event.currentTarget.files?.[0] ?? null)}
            />
            {file?.name ?? t('import.file')}
          </label>
          <label class="row">
            <span class="muted">{t('lobby.game')}</span>
            <select
              class="input"
              value={game ?? ''}
              onChange={(event) => setGame((event.currentTarget.value || null) as GameName | null)}
            >
              <option value="">{t('import.auto')}</option>
              {gameNames.map((one) => (
                <option key={one} value={one}>
                  {t(`game.${one}`)}
                </option>
              ))}
            </select>
          </label>
          <span class="space" />
          <button class="button primary" disabled={!file && !text.trim()} aria-busy={busy}>
            {t('import.do')}
          </button>
        </div>
        {problem !== null && (
          <p class="problem" role="alert">
            {toasts.describe(problem)} {problem instanceof BadGame && where(problem)}
          </p>
        )}
      </form>
    </dialog>
  );
}
