import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { useFocus } from '../core/use_dismiss';
import { useSubmit } from '../core/use_submit';
import { useWords } from '../services/services';

interface Props {
  readonly initial?: string;
  /** Code points of the name, at most. */
  readonly longest: number;
  /** What its button says. */
  readonly save: string;
  readonly onSave: (name: string) => Promise<void>;
  readonly onClose: () => void;
  /** Why it was refused. */
  readonly why: (problem: unknown) => string;
  /** Between the name and the buttons. */
  readonly children: ComponentChildren;
  /** Beside the buttons. */
  readonly more?: ComponentChildren;
}

/**
 * A card that asks what is made, or changed, by its name first; it comes into view. The browser's own limit counts
 * UTF-16 units, of which a character may have two: characters are counted here, and a name that has too many is not cut
 * unseen.
 */
export function NamedForm({ initial = '', longest, save, onSave, onClose, why, children, more }: Props) {
  const { t } = useWords();
  const [name, setName] = useState(initial);
  const wanted = name.trim();
  const { length } = Array.from(wanted);
  const isLong = length > longest;
  const { busy, problem, onSubmit } = useSubmit(() => onSave(wanted));
  const field = useRef<HTMLInputElement>(null);
  useFocus(field);
  useLayoutEffect(() => field.current?.form?.scrollIntoView({ block: 'nearest' }), []);
  return (
    <form class="card form-card" onSubmit={onSubmit}>
      <label class="field">
        {t('form.name')}
        <input
          ref={field}
          class="input"
          value={name}
          required
          maxLength={2 * longest}
          aria-invalid={isLong}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        {isLong && (
          <span class="problem" role="alert">
            {length} / {longest}
          </span>
        )}
      </label>
      {children}
      {problem !== null && (
        <p class="problem" role="alert">
          {why(problem)}
        </p>
      )}
      <div class="row wrap">
        <button class="button primary" disabled={!length || isLong} aria-busy={busy}>
          {save}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {t('settings.close')}
        </button>
        {more}
      </div>
    </form>
  );
}
