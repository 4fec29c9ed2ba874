import { useEffect } from 'preact/hooks';
import type { Route } from '../state/route';
import { ConnectionBanner } from './frame/connection_banner';
import { listenForNotices } from './frame/notices';
import { ToastList } from './frame/toast_list';
import { TopBar } from './frame/top_bar';
import { LostPage } from './pages/lost_page';
import { BoardHolder, ReplayHolder } from './parts/board_holder';
import { lazy } from './parts/lazy';
import { ServicesContext, type Services } from './services';

// Each page is a file of its own; index.html has the likely one sent early.
const LobbyPage = lazy([], async () => {
  const { LobbyPage: view } = await import('./lobby/lobby_page');
  return { view, english: {} };
});
const RoomPage = lazy(
  ['room'],
  async () => {
    const { RoomPage: view, english } = await import('./room/room_page');
    return { view, english };
  },
  BoardHolder,
);
const CodePage = lazy(['room'], async () => {
  const { CodePage: view, english } = await import('./room/room_page');
  return { view, english };
});
const ReplayPage = lazy(
  ['room', 'replay'],
  async () => {
    const { ReplayPage: view, english } = await import('./replay/replay_page');
    return { view, english };
  },
  ReplayHolder,
);
const AccountPage = lazy(['people'], async () => {
  const { AccountPage: view, english } = await import('./people/account_page');
  return { view, english };
});
const PlayerPage = lazy(['people'], async () => {
  const { PlayerPage: view, english } = await import('./people/player_page');
  return { view, english };
});
const LeaderboardPage = lazy(['people'], async () => {
  const { LeaderboardPage: view, english } = await import('./people/leaderboard_page');
  return { view, english };
});
const AnalysisPage = lazy(
  ['room', 'replay'],
  async () => {
    const { AnalysisPage: view, english } = await import('./replay/analysis_page');
    return { view, english };
  },
  ReplayHolder,
);
const GamesPage = lazy(['people'], async () => {
  const { GamesPage: view, english } = await import('./people/games_page');
  return { view, english };
});
const WatchPage = lazy(['people'], async () => {
  const { WatchPage: view, english } = await import('./pages/watch_page');
  return { view, english };
});
const LearnPage = lazy(['learn'], async () => {
  const { LearnPage: view, english } = await import('./learn/learn_page');
  return { view, english };
});

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
    case 'analysis':
      return <AnalysisPage />;
    case 'account':
      return <AccountPage />;
    case 'leaderboard':
      return <LeaderboardPage />;
    case 'player':
      return <PlayerPage key={route.name} name={route.name} />;
    case 'lost':
      return <LostPage />;
  }
}

/** Where there is a board, it is what one skips to. */
function toBoard(event: Event): void {
  const square = document.querySelector<HTMLElement>('[role="grid"] [tabindex="0"]');
  if (square) event.preventDefault();
  square?.focus();
}

export function App({ services }: { services: Services }) {
  const route = services.navigation.route.value;
  useEffect(() => listenForNotices(services), []);
  return (
    <ServicesContext.Provider value={services}>
      <div class="app" data-page={route.page}>
        <a class="skip" href="#main" onClick={toBoard}>
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
