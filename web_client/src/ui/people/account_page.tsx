import pagesStyle from '../../style/pages.css?inline';
import { useState } from 'preact/hooks';
import { inboxWords } from '../../i18n/areas/inbox_words';
import { listWords } from '../../i18n/areas/list_words';
import { peopleWords } from '../../i18n/areas/people_words';
import { settingsWords } from '../../i18n/areas/settings_words';
import { together } from '../../i18n/together';
import { fetchOwnCollections } from '../../protocol/collections';
import type { Refusal } from '../../protocol/connection';
import { endSession, fetchSessions, logIn, logOut, register, type SessionInfo } from '../../protocol/people';
import { fetchStudies } from '../../protocol/studies';
import { LONGEST_NAME, nameProblem } from '../../state/names';
import type { Route } from '../../state/route';
import { RouteLink } from '../parts/route_link';
import { Avatar } from '../parts/avatar';
import { useHeldOff } from '../core/held_off';
import { singleClick } from '../core/in_flight';
import { lazy } from '../core/lazy';
import { LoadError } from '../parts/load_error';
import { Segment } from '../parts/segment';
import { SureButton, SureQuestion } from '../parts/sure_button';
import { useAsync } from '../core/use_async';
import { useTitle } from '../core/use_title';
import { useServices, type Services } from '../services/services';
import { adoptStyles } from '../core/style';
import { FormProblem, PasswordField } from './form_problem';
import { CloseForm, PasswordForm } from './guarded_forms';
import { InboxLink } from '../inbox/inbox_link';
import { InboxPage } from '../inbox/inbox_page';
import { MailPage } from './mail_page';
import { NoticesCard } from './notices';
import { RelationsCard } from './relations';
import { useSubmit } from '../core/use_submit';

adoptStyles(pagesStyle);

const words = together(peopleWords, settingsWords, inboxWords, listWords);

export { words, Pages as view };

const ModerationPage = lazy(() => import('../moderation/moderation_page'));

interface PageProps {
  readonly page?: 'account' | 'inbox' | 'mail' | 'moderation';
  /** Of mail: what its link is for. */
  readonly id?: string;
}

function Pages({ page, id }: PageProps) {
  if (page === 'moderation') return <ModerationPage />;
  if (page === 'mail') return <MailPage id={id} />;
  return page === 'inbox' ? <InboxPage /> : <AccountPage />;
}

/** For guests: login and registration. For accounts: sessions, password, closing. */
function AccountPage() {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const user = account.user.value;
  useTitle(t('account.title'));
  return (
    <main class="page account">
      <div class="card-head">
        <h1>{t('account.title')}</h1>
      </div>
      {user && (user.guest ? <LogInCard guest={user.name} /> : <Sessions key={user.id} name={user.name} />)}
      {/* Not before what stands above it: it would move. */}
      {user && (
        <p>
          {!user.guest && <InboxLink />}{' '}
          <RouteLink to={{ page: 'moderation' }}>{t('account.order')}</RouteLink>
        </p>
      )}
    </main>
  );
}

type Mode = 'login' | 'register';

function LogInCard({ guest }: { guest: string }) {
  const { navigation, preferences } = useServices();
  const { t } = preferences;
  // Kept from the first drawing on: with another hash the address is a route without it.
  const [from] = useState(() => {
    const route = navigation.route.peek();
    return route.page === 'account' ? route.from : undefined;
  });
  const [way, setWay] = useState<Mode>('login');
  // A name stays for the other way: many find out so that they have no account yet.
  const [typed, type] = useState<string | null>(null);
  return (
    <section class="card form-card">
      <Segment<Mode>
        label={t('account.title')}
        options={[
          ['login', t('top.login')],
          ['register', t('account.register')],
        ]}
        value={way}
        onChange={setWay}
      />
      <p class="muted">
        {t('account.guest', { name: guest })}
        {t('account.intro')}
      </p>
      <LogInForm
        key={way}
        isNew={way === 'register'}
        from={from}
        name={typed ?? (way === 'register' ? guest : '')}
        onName={type}
      />
    </section>
  );
}

interface LogInProps {
  /** Registers, instead of logging in. */
  readonly isNew: boolean;
  /** Where the login leads. */
  readonly from: Route | undefined;
  readonly name: string;
  readonly onName: (name: string) => void;
}

/** Whether anything of a guest would stay behind. A question that is not answered keeps no one from logging in. */
async function hasAny({ playing, token }: Services['account']): Promise<boolean> {
  const [studies, collections] = await Promise.all([
    fetchStudies(token).then(
      ({ studies }) => studies.length,
      () => 0,
    ),
    fetchOwnCollections(token).then(
      ({ collections }) => collections.length,
      () => 0,
    ),
  ]);
  return playing.peek().length + studies + collections > 0;
}

/** Asks before where what a guest has stays behind. Who registers keeps it. */
function LogInForm({ isNew, from = { page: 'lobby' }, name, onName }: LogInProps) {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  const [password, setPassword] = useState('');
  const [asks, ask] = useState(false);
  const known = { unauthorized: t('account.wrong'), bad_name: t('error.name_taken') };
  const { busy, problem, setProblem, submit } = useSubmit(async () => {
    if (!isNew && !asks && (await hasAny(account))) {
      ask(true);
      return;
    }
    const wanted = name.trim();
    const signed = await (isNew ? register(account.token, wanted, password) : logIn(wanted, password));
    account.logIn(signed.user, signed.token);
    if (navigation.route.value.page === 'account') navigation.to(from);
  });
  const send = (event: Event): void => {
    event.preventDefault();
    const wrong = isNew ? nameProblem(name) : null;
    if (wrong !== null) setProblem(t(wrong));
    else if (!asks) void submit();
  };
  return (
    <form class="stack" onSubmit={send}>
      <div class="field">
        <label for="account-name">{t('account.name')}</label>
        <input
          id="account-name"
          class="input"
          required
          maxLength={2 * LONGEST_NAME}
          autocomplete="username"
          autocapitalize="none"
          spellcheck={false}
          value={name}
          onInput={(event) => onName(event.currentTarget.value)}
        />
      </div>
      <PasswordField isNew={isNew} value={password} onValue={setPassword} />
      {/* Wrong names and passwords are one text: more would help guessing. */}
      <FormProblem problem={problem} known={known} />
      {asks ? (
        <SureQuestion
          label={t('top.login')}
          question={t('account.lost')}
          onSure={submit}
          onClose={() => ask(false)}
        />
      ) : (
        <button class="button primary" disabled={busy || !name.trim() || !password}>
          {t(isNew ? 'account.register' : 'top.login')}
        </button>
      )}
    </form>
  );
}

function Sessions({ name }: { name: string }) {
  const { account, preferences, toasts } = useServices();
  const { t } = preferences;
  // Null until they are known: what stands below them would be pushed down.
  const { value: sessions, error: failure, retry } = useAsync(() => fetchSessions(account.token), []);
  const { length: n } = account.playing.value;
  const question = n > 0 && t('account.left', { n });
  const leave = (everywhere: boolean): Promise<void> => {
    const { token } = account;
    const left = (): void => {
      // Another user has logged in meanwhile, in another tab, or a guest is here since the first of two presses. No
      // token: the server has closed the connection of this one before it answered.
      if (account.token !== null && account.token !== token) return;
      account.logOut();
    };
    return logOut(token, everywhere).then(left, (error: unknown) => {
      // The session has ended by itself: nothing is left but to forget it here.
      if ((error as Partial<Refusal>).code === 'unauthorized') left();
      else toasts.showError(error);
    });
  };
  const end = (id: string): void => {
    endSession(account.token, id).then(retry, (error: unknown) => toasts.showError(error));
  };
  return (
    <>
      <section class="card form-card">
        <RouteLink class="row" to={{ page: 'player', name }}>
          <Avatar name={name} />
          <b>{name}</b>
        </RouteLink>
        <div class="row wrap">
          <SureButton label={t('account.logout')} question={question} onSure={() => leave(false)} />
          <SureButton label={t('account.everywhere')} question={question} onSure={() => leave(true)} />
        </div>
      </section>
      <RelationsCard />
      <NoticesCard />
      <PasswordForm />
      <section class="card list-card" aria-labelledby="sessions-title">
        <h2 id="sessions-title">{t('account.sessions')}</h2>
        {failure !== null && <LoadError error={failure} onRetry={retry} />}
        <ul class="rows">
          {sessions?.map((session, place) => (
            <SessionRow key={session.id} session={session} place={place} onEnd={() => end(session.id)} />
          ))}
        </ul>
      </section>
      {(sessions ?? failure) !== null && <CloseForm />}
    </>
  );
}

interface RowProps {
  readonly session: SessionInfo;
  readonly place: number;
  readonly onEnd: () => void;
}

function SessionRow({ session, place, onEnd }: RowProps) {
  const { preferences } = useServices();
  const { t } = preferences;
  const time = new Intl.DateTimeFormat(preferences.settings.value.language, {
    dateStyle: 'medium',
    timeStyle: 'short',
  });
  const seen = session.seen ?? session.created;
  const row = useHeldOff<HTMLLIElement>(place);
  return (
    <li class="row session" ref={row}>
      <span class="grow">
        <b>{session.client ?? session.id}</b>{' '}
        {session.current && <span class="tag good">{t('account.session.this')}</span>}
        <br />
        <small class="muted">
          {seen !== undefined && t('account.session.seen', { time: time.format(seen) })}
        </small>
      </span>
      {!session.current && (
        <button class="button small" onClick={singleClick(onEnd)}>
          {t('account.session.end')}
        </button>
      )}
    </li>
  );
}
