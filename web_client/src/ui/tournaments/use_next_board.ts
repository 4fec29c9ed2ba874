import { useEffect, useRef } from 'preact/hooks';
import { vibrate } from '../core/vibrate';
import { isWriting } from '../core/writing';
import { useServices } from '../services/services';

/** Three times, as a telephone does. */
const SHAKE = [300, 150, 300, 150, 300];

/**
 * When a game of the visitor begins that this page has not known yet: sound and vibration, as far as browsers let it,
 * and the board opens by itself, unless something is being written or a form of the director is open. The server tells
 * of it; a page that slept, or is at another server, finds out by `gameId`, that of the visitor's game as the page last
 * heard, null without one. A game that runs already when the page comes (until then `undefined`) is not new, unless the
 * page comes from the board `left`, whose result is read for `pauseMs`. Without a `tournamentId` it leads nowhere.
 */
export function useNextBoard(
  tournamentId: string | null,
  gameId: string | null | undefined,
  left?: string,
  pauseMs = 0,
): void {
  const { navigation, preferences, socket, sounds } = useServices();
  const known = useRef(new Set(left === undefined ? [] : [left]));
  const isTold = useRef(left !== undefined);
  const since = useRef(performance.now()).current;
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const lead = (game: string): void => {
    if (!isWriting() && !document.querySelector('details[open] > form'))
      navigation.to({ page: 'room', gameId: game });
  };
  const announce = (game: string): void => {
    if (known.current.has(game)) return;
    known.current.add(game);
    sounds.play('found');
    vibrate(preferences, SHAKE);
    const wait = since + pauseMs - performance.now();
    clearTimeout(timer.current);
    if (wait > 0) timer.current = setTimeout(() => lead(game), wait);
    else lead(game);
  };
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    if (tournamentId === null || gameId === undefined) return;
    if (gameId !== null && isTold.current) announce(gameId);
    else if (gameId !== null) known.current.add(gameId);
    isTold.current = true;
  }, [gameId]);
  useEffect(
    () =>
      socket.subscribe({
        onConnected: () => undefined,
        onMessage: (message) => {
          if (message.t === 'turn' && message.tournamentId === tournamentId) announce(message.gameId);
        },
      }),
    [tournamentId],
  );
}
