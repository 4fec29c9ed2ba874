import lobbyStyle from '../../style/lobby.css?inline';
import { useEffect, useMemo } from 'preact/hooks';
import { adopt } from '../parts/style';
import { useServices } from '../services';
import { ComputerCard } from './computer_card';
import { FriendCard } from './friend_card';
import { LiveCard, LiveGame } from './live_card';
import { LobbyModel } from './lobby_model';
import { OpponentCard } from './opponent_card';
import { RecentCard } from './recent_card';
import { ResumeBanner } from './resume_banner';
import { SeeksCard } from './seeks_card';
import { Setup } from './setup';

adopt(lobbyStyle);

// The page of games to watch shows them, too: it loads this file.
export { LiveGame, LobbyModel, LobbyPage as view };

function LobbyPage() {
  const services = useServices();
  const setup = useMemo(() => new Setup(services.preferences.settings), []);
  const model = useMemo(() => new LobbyModel(services), []);
  useEffect(() => {
    document.title = 'Sanqi 三棋';
    const stop = services.link.subscribe(model);
    return () => {
      stop();
      model.leave();
    };
  }, []);
  return (
    <main class="lobby">
      <section class="stack">
        <ResumeBanner />
        <OpponentCard model={model} setup={setup} />
        <SeeksCard model={model} />
        <RecentCard />
      </section>
      <aside class="stack">
        <ComputerCard model={model} setup={setup} />
        <FriendCard model={model} setup={setup} />
        <LiveCard model={model} />
      </aside>
    </main>
  );
}
