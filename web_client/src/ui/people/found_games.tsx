import type { FileNote, FoundGame, FoundGames } from '../../protocol/types';
import { isolated } from '../parts/isolated';
import type { Preferences } from '../services/preferences';
import { useServices, useWords } from '../services/services';

/** What is wrong or was left out: the server's sentence, or what we know of it in the reader's language. */
export function useFileNote(): (note: FileNote) => string {
  const { preferences, toasts } = useServices();
  const { t, named } = preferences;
  return ({ message, line, reason }) => {
    if (preferences.settings.value.language === 'en') return message;
    const why = named('import.bad', reason, '') || toasts.illegal(reason, t('import.bad.illegal'));
    return line > 0 ? t('import.line', { line, why }) : why;
  };
}

/** Each note on a line of its own. */
export function FileNotes({ notes }: { notes: readonly FileNote[] }) {
  const say = useFileNote();
  return (
    <ul class="muted">
      {notes.map((note, at) => (
        <li key={at}>{say(note)}</li>
      ))}
    </ul>
  );
}

interface Props {
  readonly found: FoundGames;
  readonly busy: boolean;
  /** From 1. */
  readonly onChoose: (index: number) => void;
}

/**
 * Who played a game of a file, where, when and how long. The day is that of UTC: files give a date without a place,
 * which must not shift. What is not known is left out.
 */
export const aboutGame = (t: Preferences['t'], { file, players, event, at, moves }: FoundGame): string =>
  [
    file,
    players.filter(Boolean).map(isolated).join(' – '),
    event,
    at !== undefined && new Date(at).toISOString().slice(0, 10),
    t('games.moves', { n: Math.ceil(moves / 2) }),
  ]
    .filter(Boolean)
    .join(' · ');

/** The games of a file, of which one is chosen. */
export function FoundGameList({ found, busy, onChoose }: Props) {
  const { t } = useWords();
  return (
    <>
      <p role="status">{t('import.found', { count: found.count })}</p>
      {found.games.length < found.count && <p class="muted">{t('import.cut', { n: found.games.length })}</p>}
      <ol class="found">
        {found.games.map((game, at) => (
          <li key={at}>
            <button type="button" class="button" disabled={busy} onClick={() => onChoose(at + 1)}>
              {aboutGame(t, game)}
            </button>
            <FileNotes notes={[...(game.bad ? [game.bad] : []), ...(game.notes ?? [])]} />
          </li>
        ))}
      </ol>
      <FileNotes notes={found.notes} />
    </>
  );
}
