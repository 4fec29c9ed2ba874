import { useState } from 'preact/hooks';
import { Refusal } from '../../protocol/connection';
import { askForMail, fetchMail, removeMail, type MailAddress } from '../../protocol/mail';
import { singleClick } from '../core/in_flight';
import { useAsync } from '../core/use_async';
import { useSubmit } from '../core/use_submit';
import { LoadError } from '../parts/load_error';
import { useServices } from '../services/services';
import { FormProblem } from './form_problem';

const [MINUTE, HOUR] = [60_000, 3_600_000];
/** What the server takes. */
const LONGEST_ADDRESS = 254;

/** Where the account has mail sent to; where the server sends none, no more than the way to remove an address. */
export function Mail() {
  const { account } = useServices();
  const { value, error, retry } = useAsync(() => fetchMail(account.token), []);
  if (error !== null) return <LoadError error={error} onRetry={retry} />;
  return value && <Address before={value} />;
}

function Address({ before }: { before: MailAddress }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const [{ available, address, confirmed }, tell] = useState(before);
  const [typed, type] = useState('');
  const { busy, problem, submit, onSubmit } = useSubmit(async () =>
    tell(await askForMail(account.token, typed, preferences.settings.value.language)),
  );
  const remove = async (): Promise<void> => tell(await removeMail(account.token));
  if (!available && address === null) return null;
  const said = confirmed ? 'mail.sent' : address === null ? 'mail.hint' : 'mail.waiting';
  return (
    <div>
      <h3>{t('mail.title')}</h3>
      <p class="muted" role="status">
        {t(said, { address: address ?? '' })}
      </p>
      <form class="stack" onSubmit={onSubmit}>
        {address === null && (
          <label class="field">
            {t('mail.address')}
            <input
              class="input"
              type="email"
              required
              maxLength={LONGEST_ADDRESS}
              autocomplete="email"
              value={typed}
              onInput={(event) => type(event.currentTarget.value)}
            />
          </label>
        )}
        <div class="row wrap">
          {address === null ? (
            <button class="button" disabled={busy}>
              {t('mail.send')}
            </button>
          ) : (
            // In the place of the one before: the second half of a double click there is not meant for it.
            <button
              type="button"
              class="button"
              disabled={busy}
              onClick={singleClick(() => void submit(remove))}
            >
              {t('mail.remove')}
            </button>
          )}
        </div>
      </form>
      <Problem problem={problem} />
    </div>
  );
}

/** A limit of days is told in hours. */
function Problem({ problem }: { problem: unknown }) {
  const { t } = useServices().preferences;
  const wait = problem instanceof Refusal ? (problem.retryMs ?? 0) : 0;
  const limited = wait > MINUTE ? t('mail.limited', { n: Math.ceil(wait / HOUR) }) : undefined;
  return <FormProblem problem={problem} known={{ bad_message: t('mail.bad'), rate_limited: limited }} />;
}
