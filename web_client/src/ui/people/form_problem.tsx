import { useState } from 'preact/hooks';
import { Refusal } from '../../protocol/connection';
import { useServices } from '../services/services';

/** What the server asks of a password. */
export const MIN_PASSWORD = 8;

interface Props {
  /** A text of this page, or what was thrown; null: nothing went wrong. */
  readonly problem: unknown;
  /** What is said of codes of refusals in this form. */
  readonly known?: Readonly<Record<string, string | undefined>>;
}

/** Why a form was refused. */
export function FormProblem({ problem, known = {} }: Props) {
  const { toasts } = useServices();
  if (problem === null) return null;
  const said = problem instanceof Refusal ? known[problem.code] : undefined;
  return (
    <p class="problem" role="alert">
      {typeof problem === 'string' ? problem : (said ?? toasts.describe(problem))}
    </p>
  );
}

interface PasswordProps {
  readonly isNew: boolean;
  readonly value: string;
  readonly onValue: (value: string) => void;
}

/** Of a login or a registration; it can be read on demand. */
export function PasswordField({ isNew, value, onValue }: PasswordProps) {
  const { t } = useServices().preferences;
  const [shown, setShown] = useState(false);
  return (
    <>
      {/* One field that is read or not: the types of Preact know no field that may be either. */}
      <div class="field">
        <label for="account-password">{t('account.password')}</label>
        <input
          id="account-password"
          class="input"
          {...({ type: shown ? 'text' : 'password' } as { type: 'password' })}
          required
          minLength={isNew ? MIN_PASSWORD : undefined}
          autocomplete={isNew ? 'new-password' : 'current-password'}
          aria-describedby="account-hint"
          value={value}
          onInput={(event) => onValue(event.currentTarget.value)}
        />
        <span id="account-hint">{isNew && t('account.passwordHint')}</span>
      </div>
      <label class="row">
        <input type="checkbox" checked={shown} onChange={() => setShown(!shown)} />
        {t('account.show')}
      </label>
    </>
  );
}
