import { useEffect, useRef, useState } from 'preact/hooks';
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
  const told = useRef(name);
  const tell = (): void => {
    told.current = wanted;
    latest.current(wanted);
  };
  // Not what was told from here: there may be another letter by now. The blank after a first name is no other name:
  // what is typed stays.
  useEffect(() => {
    if (told.current !== name) setText((typed) => (typed.trim() === name ? typed : name));
    told.current = name;
  }, [name]);
  useEffect(() => {
    if (wanted === name) return;
    const timer = setTimeout(tell, PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wanted, name]);
  const search = (event: Event): void => {
    event.preventDefault();
    tell();
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
