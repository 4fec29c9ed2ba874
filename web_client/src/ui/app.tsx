import type { Ref } from 'preact';
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

// Each page is a file of its own; index.html has the likely one sent early.
const LobbyPage = lazy(() => import('./lobby/lobby_page'));
const RoomPage = lazy(() => import('./room/room_page'), BoardPlaceholder, inRooms);
const CodePage = lazy(() => import('./pages/code_page'), undefined, inRooms);
const ReplayPage = lazy(() => besideRooms(import('./replay/replay_page')), ReplayPlaceholder, inRooms);
const AnalysisPage = lazy(() => besideRooms(import('./replay/analysis_page')), ReplayPlaceholder, inRooms);
const AccountPage = lazy(() => import('./people/account_page'), undefined, inRooms);
const PlayerPage = lazy(() => import('./people/player_page'), undefined, inRooms);
const LeaderboardPage = lazy(() => import('./people/leaderboard_page'));
const GamesPage = lazy(() => import('./people/games_page'), undefined, inRooms);
const CollectionsPage = lazy(() => import('./collections/collections_page'), undefined, inRooms);
const WatchPage = lazy(() => import('./lobby/watch_page'));
const NotFoundPage = lazy(() => import('./pages/not_found_page'), undefined, inRooms);
const LearnPage = lazy(() => besideRooms(import('./learn/learn_page')), undefined, inRooms);

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'lobby':
      return <LobbyPage />;
    case 'room':
      return <RoomPage key={route.gameId} gameId={route.gameId} />;
    case 'code':
      return <CodePage key={route.code} code={route.code} />;
    case 'replay':
      return <ReplayPage key={route.gameId} {...route} />;
    case 'games':
      return <GamesPage />;
    case 'watch':
      return <WatchPage />;
    case 'learn':
      return <LearnPage named={route.game} />;
    case 'analysis':
      return <AnalysisPage />;
    case 'account':
      return <AccountPage />;
    case 'leaderboard':
      return <LeaderboardPage key={route.game} named={route.game} />;
    case 'player':
      return <PlayerPage key={route.name} name={route.name} />;
    case 'collections':
      return <CollectionsPage key={pathOf({ ...route, ply: null })} {...route} />;
    case 'not_found':
      return <NotFoundPage />;
  }
}

/** Where there is a board, it is what one skips to. */
function toBoard(event: Event): void {
  const square = document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
  if (square) event.preventDefault();
  square?.focus();
}

/** On another page the focus is at its beginning, not on a link that is gone. */
function useFocusOnPage(route: Route): Ref<HTMLDivElement> {
  const main = useRef<HTMLDivElement>(null);
  const came = useRef(false);
  const page = pathOf(route).replace(/#.*/, '');
  useEffect(() => {
    if (came.current) main.current?.focus({ preventScroll: true });
    came.current = true;
  }, [page]);
  return main;
}

/** A key that is held presses a button once, but for steps through moves. */
function holdBack(event: KeyboardEvent): void {
  const button = event.repeat && event.key === 'Enter' && (event.target as Element).closest('button');
  if (button && !button.closest('.steps')) event.preventDefault();
}

export function App({ services }: { services: Services }) {
  const route = services.navigation.route.value;
  const main = useFocusOnPage(route);
  return (
    <ServicesContext.Provider value={services}>
      <div class="app" data-page={route.page} onKeyDownCapture={holdBack}>
        <a class="skip" href="#main" onClick={toBoard}>
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
