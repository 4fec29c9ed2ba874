import { useState } from 'preact/hooks';
import { changePassword, closeAccount } from '../../protocol/people';
import { useServices } from '../services/services';
import { FormProblem, MIN_PASSWORD } from './form_problem';
import { useSubmit } from '../core/use_submit';

/** Another password ends all other sessions. */
export function PasswordForm() {
  const { account, preferences, toasts } = useServices();
  const { t } = preferences;
  const change = async (old: string, next: string): Promise<void> => {
    await changePassword(account.token, old, next);
    toasts.show(t('account.changed'));
  };
  return (
    <PasswordProtectedForm
      title={t('account.change')}
      hint={t('account.passwordHint')}
      renews
      onDone={change}
    />
  );
}

/** What cannot be undone is said before, and asked for by the password. */
export function CloseForm() {
  const { account, navigation, preferences, toasts } = useServices();
  const { t } = preferences;
  const close = async (password: string): Promise<void> => {
    await closeAccount(account.token, password);
    account.logOut();
    navigation.to({ page: 'lobby' });
    toasts.show(t('account.closed'));
  };
  return <PasswordProtectedForm title={t('account.close')} hint={t('account.closeHint')} onDone={close} />;
}

interface GuardedProps {
  readonly title: string;
  readonly hint: string;
  /** Whether another password is asked for, too. */
  readonly renews?: boolean;
  readonly onDone: (password: string, next: string) => Promise<void>;
}

/**
 * A form that asks for the account's password: an open page alone must not be enough. What was typed is forgotten
 * when it has been accepted, and stays where it was refused.
 */
function PasswordProtectedForm({ title, hint, renews, onDone }: GuardedProps) {
  const { t } = useServices().preferences;
  const [password, setPassword] = useState('');
  const [next, setNext] = useState('');
  const id = renews ? 'change' : 'close';
  const { busy, problem, onSubmit } = useSubmit(async () => {
    await onDone(password, next);
    setPassword('');
    setNext('');
  });
  const field = (key: 'old' | 'new', value: string, set: (text: string) => void) => (
    <div class="field">
      <label for={id + key}>{t(key === 'new' ? 'account.new' : 'account.old')}</label>
      <input
        id={id + key}
        class="input"
        type="password"
        required
        minLength={key === 'new' ? MIN_PASSWORD : undefined}
        autocomplete={key === 'new' ? 'new-password' : 'current-password'}
        value={value}
        onInput={(event) => set(event.currentTarget.value)}
      />
    </div>
  );
  return (
    <details class="card form-card">
      <summary>{title}</summary>
      <form class="stack" onSubmit={onSubmit}>
        {field('old', password, setPassword)}
        {renews && field('new', next, setNext)}
        <span class="muted">{hint}</span>
        <FormProblem problem={problem} known={{ unauthorized: t('account.wrongPassword') }} />
        <button class="button" disabled={busy}>
          {title}
        </button>
      </form>
    </details>
  );
}
