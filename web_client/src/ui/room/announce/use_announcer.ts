import { useEffect } from 'preact/hooks';
import { useServices } from '../../services/services';
import type { RoomController } from '../model/room_controller';

/** Starts the announcer once the board is drawn: its file and words are fetched then. */
export function useAnnouncer(ctrl: RoomController): void {
  const services = useServices();
  useEffect(() => {
    let isHere = true;
    let stop: (() => void) | undefined;
    // Without a network the room is silent, and played all the same.
    import('./announcer')
      .then(async ({ words, startAnnouncer }) => {
        await services.preferences.addWords(words);
        if (isHere) stop = startAnnouncer(ctrl, services);
      })
      .catch(() => undefined);
    return () => {
      isHere = false;
      stop?.();
    };
  }, [ctrl]);
}
