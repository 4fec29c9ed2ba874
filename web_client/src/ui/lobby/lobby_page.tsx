import lobbyStyle from '../../style/lobby.css?inline';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { emptyLobby } from '../../state/lobby';
import { adopt } from '../parts/style';
import { useServices } from '../services/services';
import { LiveCard } from './live_card';
import { LobbyModel } from './lobby_model';
import { PlayCard } from './play_card';
import { SeeksCard } from './seeks_card';
import { Setup } from './setup';

adopt(lobbyStyle);

export { LobbyPage as view };

function LobbyPage() {
  const services = useServices();
  const setup = useMemo(() => new Setup(services.preferences), []);
  const model = useMemo(() => new LobbyModel(services), []);
  // At once: an effect waits for a frame, and whoever comes later than a search takes it for one of a lost line.
  useLayoutEffect(() => {
    document.title = 'Sanqi 三棋';
    const stop = services.link.subscribe(model);
    return () => {
      stop();
      model.leave();
    };
  }, []);
  // Not before the server has told: what is not there yet is not empty.
  const told = model.lobby.value !== emptyLobby;
  return (
    <main class="lobby">
      <PlayCard model={model} setup={setup} />
      {told && <LiveCard model={model} />}
      {told && <SeeksCard model={model} />}
    </main>
  );
}
