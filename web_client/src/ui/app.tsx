import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { pathOf, type Route } from '../state/route';
import { Boundary } from './frame/boundary';
import { ConnectionBanner } from './frame/connection_banner';
import { ToastList } from './frame/toast_list';
import { Pages, TopBar } from './frame/top_bar';

import { BoardPlaceholder, ReplayPlaceholder } from './boards/board_placeholder';
import { lazy } from './core/lazy';
import { isNarrow } from './core/layout';
import { ServicesContext, type Services } from './services/services';

/** Fetches the file of rooms beside a page that imports it, not after it. */
async function besideRooms<T>(page: Promise<T>): Promise<T> {
  const [module] = await Promise.all([page, import('./room/room_page')]);
  return module;
}

/** For pages that use the words of rooms. */
const inRooms = { inRooms: true };

/** With the inbox, the links of mails and what moderators decide: the first load names no file for each of them. */
const account = lazy(() => import('./people/account_page'), undefined, inRooms);

/** No address gives the text of a page that is not found. */
type PageView<P extends Route['page']> = (
  route: Extract<Route, { page: P }> & { readonly text?: never },
) => ComponentChildren;

// Each page is a file of its own, and takes what its address says; index.html has the likely one sent early.
const pages: { readonly [P in Route['page']]: PageView<P> } = {
  lobby: lazy(() => import('./lobby/lobby_page')),
  room: lazy(() => import('./room/room_page'), BoardPlaceholder, inRooms),
  code: lazy(() => import('./pages/code_page'), undefined, inRooms),
  replay: lazy(() => besideRooms(import('./replay/replay_page')), ReplayPlaceholder, inRooms),
  analysis: lazy(() => besideRooms(import('./replay/analysis_page')), ReplayPlaceholder, inRooms),
  account,
  inbox: account,
  mail: account,
  player: lazy(() => import('./people/player_page'), undefined, inRooms),
  leaderboard: lazy(() => import('./people/leaderboard_page')),
  games: lazy(() => import('./people/games_page'), undefined, inRooms),
  collections: lazy(() => import('./collections/collections_page'), undefined, inRooms),
  t: lazy(() => import('./tournaments/join_page')),
  tournaments: lazy(() => import('./tournaments/tournaments_page'), undefined, inRooms),
  clubs: lazy(() => import('./clubs/clubs_page'), undefined, inRooms),
  study: lazy(() => besideRooms(import('./study/study_page')), undefined, inRooms),
  watch: lazy(() => import('./lobby/watch_page')),
  moderation: account,
  not_found: lazy(() => import('./pages/not_found_page'), undefined, inRooms),
  learn: lazy(() => besideRooms(import('./learn/learn_page')), undefined, inRooms),
};

/**
 * What a page is of: without a ply, the game of the lessons, or what is on the board of an analysis. Another key is
 * another page, which begins anew; the same one is only told the new route.
 */
const pageKey = (route: Route): string => pathOf(route).replace(/[?#].*/, '');

function Page({ route }: { route: Route }) {
  const View = pages[route.page] as (route: Route) => ComponentChildren;
  return <View key={pageKey(route)} {...route} />;
}

/** To the board where there is one. The address stays as it is: its hash may be a ply, and Back would lead nowhere. */
function skip(event: Event): void {
  event.preventDefault();
  const square = document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
  (square ?? document.querySelector<HTMLElement>('#main'))?.focus();
}

/** On another page the focus is at its beginning, not on a link that is gone. */
function useFocusOnPage(route: Route): Ref<HTMLDivElement> {
  const main = useRef<HTMLDivElement>(null);
  const came = useRef(false);
  const page = pageKey(route);
  useEffect(() => {
    if (came.current) main.current?.focus({ preventScroll: true });
    came.current = true;
  }, [page]);
  return main;
}

/** A key that is held presses a button once, but for steps through moves, and not one that has come under it. */
function holdBack(event: KeyboardEvent): void {
  const button = event.repeat && /Enter| /.test(event.key) && (event.target as Element).closest('button');
  if (button && !button.closest('.steps')) event.preventDefault();
}

/**
 * The frame of all pages, and the page that the route names. Pages come and go with the address; the bar, the banner
 * and the toasts stay. What a page throws while it is drawn ends at the `Boundary`.
 */
export function App({ services }: { services: Services }) {
  const route = services.navigation.route.value;
  const main = useFocusOnPage(route);
  // As index.html has said of the first page: heights of a room that is come to from another page hang on it.
  document.documentElement.dataset.page = route.page;
  return (
    <ServicesContext.Provider value={services}>
      <div class="app" onKeyDownCapture={holdBack}>
        <a class="skip" href="#main" onClick={skip}>
          {services.preferences.t('app.skip')}
        </a>
        <TopBar route={route} />
        <ConnectionBanner />
        <div id="main" class="main" ref={main} tabIndex={-1}>
          <Boundary route={route} t={services.preferences.t}>
            <Page route={route} />
          </Boundary>
        </div>
        {isNarrow.value && route.page !== 'room' && <Pages route={route} tabs />}
        <ToastList />
      </div>
    </ServicesContext.Provider>
  );
}
