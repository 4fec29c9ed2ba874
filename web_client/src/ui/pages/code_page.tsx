import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { isConnectionLost, Refusal } from '../../protocol/connection';
import type { ServerMessage } from '../../protocol/server_messages';
import { refusesSeat } from '../../protocol/seat_refusals';
import { useServices, type Services } from '../services/services';
import { NotFoundPage } from './not_found_page';

export { CodePage as view };

/**
 * Joins as a player where a seat is free; otherwise, and on the first visit, as a spectator. The room's page joins
 * once more, on a connection of its own: the proxy can send that one to the right server.
 */
async function joinByCode({ account, socket }: Services, code: string): Promise<ServerMessage> {
  try {
    if (account.isNewVisitor) return await socket.request({ t: 'join', code, as: 'spectator' });
    return await socket.request({ t: 'join', code, as: 'player' });
  } catch (error) {
    if (!refusesSeat(error)) throw error;
    return socket.request({ t: 'join', code, as: 'spectator' });
  }
}

/** Turns a room code into its room: sits down if a seat is free, else watches. */
function CodePage({ code }: { code: string }) {
  const services = useServices();
  const { socket, navigation, preferences, toasts } = services;
  const [failure, setFailure] = useState<unknown>(null);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const enter = async (isHere: () => boolean): Promise<void> => {
    // It may be a new line that enters before the pause is over.
    clearTimeout(timer.current);
    try {
      const answer = await joinByCode(services, code);
      if (!isHere()) {
        // The visitor has left the page meanwhile.
        if (answer.t === 'gameFull') socket.send({ t: 'leave', gameId: answer.gameId });
        return;
      }
      if (answer.t === 'gameFull') navigation.replace({ page: 'room', gameId: answer.gameId });
    } catch (error) {
      if (!isHere()) return;
      // The connection of the room finds the server that keeps it.
      if (error instanceof Refusal && error.code === 'elsewhere' && error.gameId !== undefined)
        navigation.replace({ page: 'room', gameId: error.gameId });
      // The next connection tries again.
      else if (isConnectionLost(error)) toasts.showError(error);
      else setFailure(error);
      // A class scans one code from one address: who came too soon is let in when the server says so.
      if (error instanceof Refusal && error.retryMs !== undefined)
        timer.current = setTimeout(() => void enter(isHere), error.retryMs);
    }
  };
  useLayoutEffect(() => {
    let isHere = true;
    const stop = socket.subscribe({
      onMessage: () => undefined,
      onConnected: () => void enter(() => isHere),
    });
    return () => {
      isHere = false;
      clearTimeout(timer.current);
      stop();
    };
  }, [code]);
  if (failure !== null) return <NotFoundPage text={toasts.describe(failure)} />;
  return (
    <main class="lost">
      <span class="spinner" />
      <p class="muted">{preferences.t('app.loading')}</p>
    </main>
  );
}
