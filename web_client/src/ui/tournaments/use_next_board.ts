import { useEffect, useRef } from 'preact/hooks';
import type { Tournament } from '../../protocol/tournaments';
import { vibrate } from '../core/vibrate';
import { useServices } from '../services/services';

const isWriting = (): boolean => Boolean((document.activeElement as HTMLInputElement | null)?.value);

/** Three times, as a telephone does. */
const SHAKE = [300, 150, 300, 150, 300];

/**
 * When a game of the visitor begins that this page has not known yet: sound and vibration, as far as browsers let it,
 * and the board `opens` by itself, unless something is being written. A page that slept finds out when it wakes. A game
 * that runs already when the page comes is not new.
 */
export function useNextBoard(tournament: Tournament, opens: boolean): void {
  const { navigation, preferences, sounds } = useServices();
  const known = useRef<string | null | undefined>(undefined);
  const gameId = tournament.myGame?.gameId ?? null;
  useEffect(() => {
    const isNew = known.current !== undefined && gameId !== null && gameId !== known.current;
    known.current = gameId;
    if (!isNew) return;
    sounds.play('found');
    vibrate(preferences, SHAKE);
    if (opens && !isWriting()) navigation.to({ page: 'room', gameId });
  }, [gameId]);
}
