import { useLayoutEffect, useState } from 'preact/hooks';
import type { Clock } from '../../protocol/types';
import { useServices } from '../services/services';

/** A game whose room was not in memory when it was asked for is not watched: it is asked for again. */
const AGAIN_MS = 10_000;

/** The clocks of these games, 16 at most, as they go on; none of a game that the server does not show, or without one. */
export function useClocks(gameIds: readonly string[]): ReadonlyMap<string, Clock> {
  const { socket } = useServices();
  const [clocks, setClocks] = useState<ReadonlyMap<string, Clock>>(new Map());
  // No longer than the page: the next one watches other games.
  useLayoutEffect(() => {
    const watch = (): void => socket.send({ t: 'watch', ids: gameIds });
    const stop = socket.subscribe({
      onConnected: watch,
      onMessage: (message) => {
        if (message.t !== 'mini' || !gameIds.includes(message.gameId)) return;
        const { gameId, clock } = message;
        setClocks((before) => {
          const others = [...before].filter(([id]) => id !== gameId && gameIds.includes(id));
          return new Map(clock ? [...others, [gameId, clock]] : others);
        });
      },
    });
    const timer = setInterval(watch, AGAIN_MS);
    return () => {
      clearInterval(timer);
      stop();
      socket.send({ t: 'watch', ids: [] });
    };
  }, [gameIds.join()]);
  return clocks;
}
