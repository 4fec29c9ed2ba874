import { useEffect, useState } from 'preact/hooks';
import { useLatest } from '../core/use_latest';
import { IconButton } from '../parts/icon_button';
import { useServices } from '../services/services';

/** After such a pause in typing the name is searched for. */
const PAUSE_MS = 600;

interface Props {
  readonly label: string;
  readonly name: string;
  readonly onName: (name: string) => void;
}

/**
 * A name to look for: by the button, by Enter, or by no longer typing. Each wish is told once: while one waits for
 * its pause, another key begins the pause anew.
 */
export function NameSearch({ label, name, onName }: Props) {
  const { t } = useServices().preferences;
  const [text, setText] = useState(name);
  const wanted = text.trim();
  // Other filters may change while the pause lasts.
  const latest = useLatest(onName);
  // The blank after a first name is no other name: what is typed stays.
  useEffect(() => setText((typed) => (typed.trim() === name ? typed : name)), [name]);
  useEffect(() => {
    if (wanted === name) return;
    const timer = setTimeout(() => latest.current(wanted), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, name]);
  const search = (event: Event): void => {
    event.preventDefault();
    onName(wanted);
  };
  return (
    <form class="row name-search" onSubmit={search}>
      <input
        class="input"
        type="search"
        placeholder={label}
        aria-label={label}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <IconButton icon="search" label={t('games.find')} />
    </form>
  );
}
