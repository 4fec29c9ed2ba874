import { useEffect, useState } from 'preact/hooks';
import { Refusal } from '../../protocol/connection';
import { confirmMail, stopMail } from '../../protocol/mail';
import { useSubmit } from '../core/use_submit';
import { useTitle } from '../core/use_title';
import { NotFoundPage } from '../pages/not_found_page';
import { Logo } from '../parts/icon';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { FormProblem } from './form_problem';

/** Where links in mails lead, for accounts and all others. Opening one does nothing: what looks through mails opens
 *  them, too. */
export function MailPage({ id }: { id?: string | undefined }) {
  return id === 'confirm' || id === 'stop' ? <MailLink stops={id === 'stop'} /> : <NotFoundPage />;
}

function MailLink({ stops }: { stops: boolean }) {
  const { navigation, preferences } = useServices();
  const { t } = preferences;
  const [code = ''] = useState(() => navigation.query(['code']).code);
  const [done, setDone] = useState<{ name?: string; address?: string } | null>(null);
  const { busy, problem, submit } = useSubmit(async () =>
    setDone(await (stops ? stopMail : confirmMail)(code)),
  );
  // The history keeps no code that may be used again.
  useEffect(() => {
    if (done) navigation.setQuery({});
  }, [done]);
  useTitle(t('mail.title'));
  const isLost = !code || (problem instanceof Refusal && /not_found|bad_message/.test(problem.code));
  const asked = stops ? 'mail.stop' : 'mail.confirm';
  const told = stops ? 'mail.stopped' : 'mail.confirmed';
  return (
    <main class="lost">
      <Logo />
      <h1>{t('mail.title')}</h1>
      <p class="muted" role="status">
        {t(isLost ? 'mail.expired' : done ? told : asked, { ...done })}
      </p>
      {!isLost && <FormProblem problem={problem} />}
      {isLost || done ? (
        <RouteLink class="button" to={{ page: 'account' }}>
          {t('account.title')}
        </RouteLink>
      ) : (
        <button class="button primary" aria-busy={busy} disabled={busy} onClick={() => void submit()}>
          {t(stops ? 'mail.stop.do' : 'mail.confirm.do')}
        </button>
      )}
    </main>
  );
}
