import pagesStyle from '../../style/pages.css?inline';
import inboxStyle from '../../style/inbox.css?inline';
import { fetchInbox, readInbox, type InboxItem } from '../../protocol/inbox';
import type { Route } from '../../state/route';
import { adoptStyles } from '../core/style';
import { usePages } from '../core/use_pages';
import { useTitle } from '../core/use_title';
import { ListEnd } from '../parts/list_end';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { unread } from './unread';

adoptStyles(pagesStyle, inboxStyle);

const toGame = ({ subject }: InboxItem): Route => ({ page: 'room', gameId: subject });
const toTournament = ({ subject }: InboxItem): Route => ({ page: 'tournaments', id: subject });
const toClub = ({ subject }: InboxItem): Route => ({ page: 'clubs', id: subject });
const toPlayer = ({ name = '' }: InboxItem): Route => ({ page: 'player', name });

/** By its kind: where a line leads. */
const leadsTo = {
  turn: toGame,
  start: toGame,
  over: toGame,
  round: toGame,
  challenge: (): Route => ({ page: 'lobby' }),
  declined: toPlayer,
  finish: toTournament,
  cancelled: toTournament,
  invited: toTournament,
  appeal: (): Route => ({ page: 'moderation' }),
  club: toClub,
  request: toClub,
} as const;

type Kind = keyof typeof leadsTo;

/** What came about while the account was away; shown, it is read. */
export function InboxPage() {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const user = account.user.value;
  useTitle(t('inbox.title'));
  return (
    <main class="page">
      <h1>{t('inbox.title')}</h1>
      {user?.guest && (
        <p>
          <RouteLink class="button" to={{ page: 'account', from: { page: 'inbox' } }}>
            {t('inbox.login')}
          </RouteLink>
        </p>
      )}
      {user?.guest === false && <Lines key={user.id} id={user.id} />}
    </main>
  );
}

function Lines({ id }: { id: string }) {
  const { account, preferences } = useServices();
  const { token } = account;
  const pages = usePages(`inbox of ${id}`, async (from) => {
    const page = await fetchInbox(token, from);
    const newest = page.items[0];
    // Where it fails they are read next time.
    if (from === null && newest && page.unread > 0)
      readInbox(token, newest.number).then(
        () => unread.tell(0),
        () => undefined,
      );
    return page;
  });
  // A newer server may know more.
  const known = pages.items.filter(({ kind }) => Object.hasOwn(leadsTo, kind));
  return (
    <>
      {known.length > 0 || pages.loading ? (
        <ul class="rows card inbox" aria-busy={pages.loading}>
          {known.map((item) => (
            <Line key={item.number} item={item} />
          ))}
        </ul>
      ) : (
        pages.failure === null && <p class="empty">{preferences.t('inbox.none')}</p>
      )}
      <ListEnd {...pages} />
    </>
  );
}

function Line({ item }: { item: InboxItem }) {
  const { t, settings } = useServices().preferences;
  const time = new Intl.DateTimeFormat(settings.value.language, { dateStyle: 'medium', timeStyle: 'short' });
  const kind = item.kind as Kind;
  return (
    <li>
      <RouteLink to={leadsTo[kind](item)}>{t(`inbox.of.${kind}`, { name: item.name ?? '' })}</RouteLink>{' '}
      {!item.read && <span class="tag good">{t('inbox.new')}</span>}
      <br />
      <small class="muted">{time.format(item.at)}</small>
    </li>
  );
}
