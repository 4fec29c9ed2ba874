import { useEffect } from 'preact/hooks';
import type { Route } from '../state/route';
import { ConnectionBanner } from './frame/connection_banner';
import { listenForNotices } from './frame/notices';
import { ToastList } from './frame/toast_list';
import { TopBar } from './frame/top_bar';
import { LobbyPage } from './lobby/lobby_page';
import { CodePage } from './pages/code_page';
import { LostPage } from './pages/lost_page';
import { lazy } from './parts/lazy';
import { ServicesContext, type Services } from './services';

// The lobby is part of the first load; whoever needs more fetches it.
const RoomPage = lazy(async () => (await import('./room/room_page')).RoomPage);
const ReplayPage = lazy(async () => (await import('./replay/replay_page')).ReplayPage);
const GamesPage = lazy(async () => (await import('./pages/games_page')).GamesPage);
const WatchPage = lazy(async () => (await import('./pages/watch_page')).WatchPage);
const LearnPage = lazy(async () => (await import('./pages/learn_page')).LearnPage);

function Page({ route }: { route: Route }) {
  switch (route.page) {
    case 'lobby':
      return <LobbyPage />;
    case 'room':
      return <RoomPage key={route.gameId} gameId={route.gameId} />;
    case 'code':
      return <CodePage key={route.code} code={route.code} />;
    case 'replay':
      return <ReplayPage key={route.gameId} gameId={route.gameId} ply={route.ply} />;
    case 'games':
      return <GamesPage />;
    case 'watch':
      return <WatchPage />;
    case 'learn':
      return <LearnPage />;
    case 'lost':
      return <LostPage />;
  }
}

export function App({ services }: { services: Services }) {
  const route = services.navigation.route.value;
  useEffect(() => listenForNotices(services), []);
  return (
    <ServicesContext.Provider value={services}>
      <div class="app" data-page={route.page}>
        <a class="skip" href="#main">
          {services.preferences.t('app.skip')}
        </a>
        <TopBar route={route} />
        <ConnectionBanner />
        <div id="main" class="main">
          <Page route={route} />
        </div>
        <ToastList />
      </div>
    </ServicesContext.Provider>
  );
}
