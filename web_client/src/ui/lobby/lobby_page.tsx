import lobbyStyle from '../../style/lobby.css?inline';
import { useLayoutEffect, useMemo } from 'preact/hooks';
import { emptyLobby } from '../../state/lobby';
import { lazy, nothing } from '../core/lazy';
import { adoptStyles } from '../core/style';
import { useTitle } from '../core/use_title';
import { useServices } from '../services/services';
import { PlayCard } from './play_card';
import { SeeksCard } from './seeks_card';
import { Setup } from './setup';
import { useLobby } from './use_lobby';

adoptStyles(lobbyStyle);

export { LobbyPage as view };

const LiveCard = lazy(() => import('./live_card'), nothing);

/** The form is drawn at once; lists come when the server has told of them. */
function LobbyPage() {
  const services = useServices();
  useTitle();
  const setup = useMemo(() => new Setup(services.preferences), []);
  const model = useLobby();
  // Not before the server has told: what is not there yet is not empty.
  const { lobby } = model;
  const told = lobby.value !== emptyLobby;
  useLayoutEffect(() => {
    if (told) setup.onPlayerCount(lobby.value.players);
  }, [told]);
  return (
    <main class="lobby">
      <PlayCard model={model} setup={setup} />
      {told && <SeeksCard model={model} />}
      {told && <LiveCard model={model} game={setup.game.value} />}
    </main>
  );
}
