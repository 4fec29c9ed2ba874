import { useEffect, useRef, useState } from 'preact/hooks';
import { BadGame } from '../../protocol/http';
import { base64Of, encodings, importGame, type ImportChoice, type Imported } from '../../protocol/import';
import { gameNames } from '../../protocol/types';
import { PanelHead } from '../parts/panel';
import { useOverlay } from '../core/use_overlay';
import { useServices, useWords } from '../services/services';
import { FileNotes, FoundGameList } from './found_games';

/** What the file is not asked: each of them may be told. */
function Choice<Word extends string>({
  label,
  words,
  name = (word) => word,
  onChoose,
}: {
  label: string;
  words: readonly Word[];
  name?: (word: Word) => string;
  onChoose: (word: Word | null) => void;
}) {
  const { t } = useWords();
  return (
    <label class="row">
      <span class="muted">{label}</span>
      <select
        class="input"
        onChange={(event) => onChoose((event.currentTarget.value || null) as Word | null)}
      >
        <option value="">{t('import.auto')}</option>
        {words.map((word) => (
          <option key={word} value={word}>
            {name(word)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A game from another program, pasted or out of a file; opens as a replay. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { account, navigation, preferences, toasts } = useServices();
  const { t } = preferences;
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [file, setFile] = useState<File | null>(null);
  const [choice, setChoice] = useState<ImportChoice>({});
  const [problem, setProblem] = useState<unknown>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const [busy, setBusy] = useState(false);
  /** Of what is being written and chosen: a late answer is not one to it. */
  const version = useRef(0);
  // A dialog of the browser: it keeps the focus in itself, and Escape closes it.
  useEffect(() => dialog.current?.showModal(), []);
  useOverlay(true, onClose);

  /** Where and why: the server's sentence, or what we know of it in the reader's language. */
  const where = (error: BadGame): string => {
    const why = preferences.named('import.bad', error.reason ?? '', t('import.bad.illegal'));
    return toasts.detail(error) || (error.line > 0 ? t('import.line', { line: error.line, why }) : why);
  };
  const open = (gameId: string): void => navigation.to({ page: 'replay', gameId, ply: null });
  /** Another game, or another file. */
  const reset = (): void => {
    version.current++;
    setBusy(false);
    setProblem(null);
    setDone(null);
  };
  const change = (more: ImportChoice): void => {
    setChoice({ ...choice, ...more });
    reset();
  };
  const send = async (more: ImportChoice): Promise<void> => {
    // Also of the choices below the form, which are buttons of their own.
    if (busy) return;
    setBusy(true);
    const asked = version.current;
    // Nor after the dialog was closed, or another page opened.
    const isWanted = (): boolean => dialog.current !== null && version.current === asked;
    try {
      const written = file ? { base64: await base64Of(file) } : { text };
      const imported = await importGame(account.token, written, { ...choice, ...more });
      if (!isWanted()) return;
      if (!imported.notes) {
        open(imported.gameId);
        return;
      }
      setProblem(null);
      setDone(imported);
    } catch (error) {
      if (!isWanted()) return;
      setProblem(error);
    }
    setBusy(false);
  };
  const bad = problem instanceof BadGame ? problem : null;
  return (
    <dialog ref={dialog} class="card import" aria-labelledby="import-title" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void send({});
        }}
      >
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
            reset();
          }}
        />
        <div class="row wrap">
          <label class="button">
            <input
              type="file"
              class="hidden"
              onChange={(event) => {
                setFile(event.currentTarget.files?.[0] ?? null);
                reset();
              }}
            />
            {file?.name ?? t('import.file')}
          </label>
          <Choice
            label={t('lobby.game')}
            words={gameNames}
            name={(game) => t(`game.${game}`)}
            onChoose={(game) => change({ game })}
          />
          {file && (
            <Choice
              label={t('import.encoding')}
              words={encodings}
              name={(encoding) => encoding.toUpperCase()}
              onChoose={(encoding) => change({ encoding })}
            />
          )}
          <span class="space" />
          <button class="button primary" disabled={!file && !text.trim()} aria-busy={busy}>
            {t('import.do')}
          </button>
        </div>
        {bad?.file ? (
          <FoundGameList
            found={bad.file}
            busy={busy}
            onChoose={(index) => void send({ index, partial: true })}
          />
        ) : (
          problem !== null && (
            <p class="problem" role="alert">
              {toasts.describe(problem)}
              <br />
              {bad && where(bad)}
            </p>
          )
        )}
        {bad && bad.line > 0 && (
          <button type="button" class="button" disabled={busy} onClick={() => void send({ partial: true })}>
            {t('import.partial')}
          </button>
        )}
        {done && (
          <div role="status">
            <p>{t('import.done')}</p>
            <FileNotes notes={done.notes ?? []} />
            <button type="button" class="button primary" onClick={() => open(done.gameId)}>
              {t('import.open')}
            </button>
          </div>
        )}
      </form>
    </dialog>
  );
}
