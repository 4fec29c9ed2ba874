import { useState } from 'preact/hooks';
import { LONGEST_NAME, nameProblem } from '../../state/names';
import { useServices } from '../services/services';

interface Props {
  readonly id: string;
  readonly label: string;
  readonly initial: string;
  readonly action: string;
  /** The name that stands there will do, too. */
  readonly mayStay?: boolean;
  readonly onName: (name: string) => void;
}

/** A name that is typed, and in words why it will not do. */
export function NameField({ id, label, initial, action, mayStay = false, onName }: Props) {
  const { t } = useServices().preferences;
  const [name, setName] = useState(initial);
  const [asked, setAsked] = useState(false);
  const isSame = !mayStay && name.trim() === initial;
  // One that is too long cannot become right by typing on; others may.
  const problem = asked || Array.from(name.trim()).length > LONGEST_NAME ? nameProblem(name) : null;
  const save = (event: Event): void => {
    event.preventDefault();
    setAsked(true);
    if (nameProblem(name) === null && !isSame) onName(name.trim());
  };
  return (
    <form class="field" onSubmit={save} noValidate>
      <label for={id}>{label}</label>
      <div class="row">
        <input
          id={id}
          class="input"
          value={name}
          maxLength={2 * LONGEST_NAME}
          autocomplete="nickname"
          aria-invalid={problem !== null}
          aria-describedby={`${id}-problem`}
          onInput={(event) => setName(event.currentTarget.value)}
        />
        <button class="button" disabled={!name.trim() || isSame}>
          {action}
        </button>
      </div>
      <span id={`${id}-problem`} class="problem" role="alert">
        {problem && t(problem)}
      </span>
    </form>
  );
}
