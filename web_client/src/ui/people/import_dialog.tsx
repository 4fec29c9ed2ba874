import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { BadGame } from '../../protocol/http';
import { base64Of, encodings, importGame, type ImportChoice, type Imported } from '../../protocol/import';
import { gameNames } from '../../protocol/types';
import { PanelHead } from '../parts/panel';
import { useOverlay } from '../core/use_overlay';
import { useServices, useWords } from '../services/services';
import { FileNotes, FoundGameList, useFileNote } from './found_games';

/** What was pasted and not imported yet, also while the dialog is closed, and by which account. A guest's goes on to the
 *  account that the guest logs in to. */
let pasted = '';
let pastedBy: string | undefined;

/** What the file is not asked: each of them may be told. */
function Choice<Word extends string>({
  label,
  words,
  name,
  onChoose,
}: {
  label: string;
  words: readonly Word[];
  name: (word: Word) => string;
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

interface Import {
  readonly problem: unknown;
  /** What was imported, where the server has notes on it. */
  readonly done: Imported | null;
  readonly busy: boolean;
  /** Another game, or another file: a late answer is not one to it. */
  readonly reset: () => void;
  readonly send: (written: Blob | string, choice: ImportChoice) => Promise<void>;
}

/** Sends games while `dialog` is shown; calls `open` with one that is imported without notes. */
function useImport(dialog: RefObject<HTMLDialogElement | null>, open: (gameId: string) => void): Import {
  const { account } = useServices();
  const [problem, setProblem] = useState<unknown>(null);
  const [done, setDone] = useState<Imported | null>(null);
  const [busy, setBusy] = useState(false);
  const version = useRef(0);
  const reset = (): void => {
    version.current++;
    setBusy(false);
    setProblem(null);
    setDone(null);
  };
  const send = async (written: Blob | string, choice: ImportChoice): Promise<void> => {
    // Also of the choices below the form, which are buttons of their own.
    if (busy) return;
    setBusy(true);
    const asked = version.current;
    // Nor after the dialog was closed, or another page opened.
    const isWanted = (): boolean => dialog.current !== null && version.current === asked;
    try {
      const content = typeof written === 'string' ? { text: written } : { base64: await base64Of(written) };
      const imported = await importGame(account.token, content, choice);
      if (!isWanted()) return;
      if (written === pasted) pasted = '';
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
  return { problem, done, busy, reset, send };
}

interface OutcomeProps {
  readonly outcome: Import;
  readonly onRetry: (more: ImportChoice) => void;
  readonly onOpen: (gameId: string) => void;
}

/** What became of an import: why it failed, and what may be imported all the same, or what is noted on it. */
function Outcome({ outcome: { problem, done, busy }, onRetry, onOpen }: OutcomeProps) {
  const { preferences, toasts } = useServices();
  const { t } = preferences;
  const say = useFileNote();
  const bad = problem instanceof BadGame ? problem : null;
  return (
    <>
      {bad?.file ? (
        <FoundGameList found={bad.file} busy={busy} onChoose={(index) => onRetry({ index, partial: true })} />
      ) : (
        problem !== null && (
          <p class="problem" role="alert">
            {toasts.describe(problem)}
            <br />
            {bad && say(bad)}
          </p>
        )
      )}
      {bad && bad.line > 0 && (
        <button type="button" class="button" disabled={busy} onClick={() => onRetry({ partial: true })}>
          {t('import.partial')}
        </button>
      )}
      {done && (
        <div role="status">
          <p>{t('import.done')}</p>
          <FileNotes notes={done.notes ?? []} />
          <button type="button" class="button primary" onClick={() => onOpen(done.gameId)}>
            {t('import.open')}
          </button>
        </div>
      )}
    </>
  );
}

interface FileRowProps {
  readonly file: File | null;
  readonly onFile: (file: File | null) => void;
  readonly onChoose: (choice: ImportChoice) => void;
}

/** A file in the place of the text, and what it does not say of itself. */
function FileRow({ file, onFile, onChoose }: FileRowProps) {
  const { t } = useWords();
  return (
    <>
      <label class="button">
        <input
          type="file"
          class="hidden"
          // The same file may be chosen again.
          onClick={(event) => (event.currentTarget.value = '')}
          onChange={(event) => onFile(event.currentTarget.files?.[0] ?? null)}
        />
        {file?.name ?? t('import.file')}
      </label>
      <Choice
        label={t('lobby.game')}
        words={gameNames}
        name={(game) => t(`game.${game}`)}
        onChoose={(game) => onChoose({ game })}
      />
      {file && (
        <Choice
          label={t('import.encoding')}
          words={encodings}
          name={(encoding) => encoding.toUpperCase()}
          onChoose={(encoding) => onChoose({ encoding })}
        />
      )}
    </>
  );
}

/** A game from another program, pasted or out of a file; opens as a replay. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  const dialog = useRef<HTMLDialogElement>(null);
  const user = account.user.peek();
  const by = user?.guest === false ? user.id : undefined;
  if (pastedBy !== undefined && pastedBy !== by) pasted = '';
  pastedBy = by;
  const [text, setText] = useState(pasted);
  const [file, setFile] = useState<File | null>(null);
  const [choice, setChoice] = useState<ImportChoice>({});
  // A dialog of the browser: it keeps the focus in itself, and gives it back if it is closed before it goes.
  useEffect(() => dialog.current?.showModal(), []);
  const close = (): void => dialog.current?.close();
  useOverlay(true, close);
  const open = (gameId: string): void => navigation.to({ page: 'replay', gameId, ply: null });
  const outcome = useImport(dialog, open);
  const { busy, reset } = outcome;
  const send = (more: ImportChoice): void => void outcome.send(file ?? text, { ...choice, ...more });
  return (
    <dialog ref={dialog} class="card import" aria-labelledby="import-title" onClose={onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          send({});
        }}
      >
        <PanelHead id="import-title" title={t('import.title')} onClose={close} />
        <textarea
          class="input"
          rows={9}
          spellcheck={false}
          placeholder={t('import.text')}
          aria-label={t('import.text')}
          value={text}
          onInput={(event) => {
            setText((pasted = event.currentTarget.value));
            setFile(null);
            setChoice(choice.game ? { game: choice.game } : {}); // A text has no encoding.
            reset();
          }}
        />
        <p class="muted">{t('import.public')}</p>
        <div class="row wrap">
          <FileRow
            file={file}
            onFile={(chosen) => {
              setFile(chosen);
              reset();
            }}
            onChoose={(more) => {
              setChoice({ ...choice, ...more });
              reset();
            }}
          />
          <span class="space" />
          <button class="button primary" disabled={!file && !text.trim()} aria-busy={busy}>
            {t('import.do')}
          </button>
        </div>
        <Outcome outcome={outcome} onRetry={send} onOpen={open} />
      </form>
    </dialog>
  );
}
