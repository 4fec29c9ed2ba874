import { useEffect } from 'preact/hooks';
import { useServices } from '../../services/services';
import type { RoomController } from '../model/room_controller';

/** Makes the room heard as soon as the board stands: what sounds and words need comes after it. */
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
