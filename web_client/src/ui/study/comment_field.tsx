import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useLatest } from '../core/use_latest';

interface Props {
  readonly label: string;
  readonly text: string;
  readonly onWrite: (text: string) => void;
}

/** Code points that the server keeps. */
const LONGEST = 4_000;
/** Who stops for so long has a sentence that others may see. */
const PAUSE_MS = 1_200;

/**
 * A text that is kept as it is written: after a pause, when the field is left, and with the page. While it is being
 * written, what comes from elsewhere does not change it; what was kept is not kept again, whatever became of it. One for
 * each text: give it a key.
 */
export function CommentField({ label, text, onWrite }: Props) {
  const [written, write] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const isNew = useRef(false);
  const latest = useLatest({ written, text, onWrite });
  const flush = (): void => {
    clearTimeout(timer.current);
    const { written: mine, text: known, onWrite: keep } = latest.current;
    if (isNew.current && mine !== null && mine.trim() !== known) keep(mine.trim());
    isNew.current = false;
  };
  useLayoutEffect(() => flush, []);
  useEffect(() => {
    addEventListener('pagehide', flush);
    return () => removeEventListener('pagehide', flush);
  }, []);
  return (
    <textarea
      class="input"
      rows={2}
      maxLength={LONGEST}
      aria-label={label}
      placeholder={label}
      value={written ?? text}
      onInput={({ currentTarget }) => {
        write(currentTarget.value);
        isNew.current = true;
        clearTimeout(timer.current);
        timer.current = setTimeout(flush, PAUSE_MS);
      }}
      onBlur={() => {
        flush();
        write(null);
      }}
    />
  );
}
