import { useLayoutEffect, useMemo } from 'preact/hooks';
import { useServices } from '../services/services';
import { LobbyModel } from './lobby_model';

/** The lobby while the page is shown; `boards`: how many games are watched, if not the usual number. Not in an effect, which
 *  waits for a frame: a search that began before would look like one of a lost connection. */
export function useLobby(boards?: number): LobbyModel {
  const services = useServices();
  const model = useMemo(() => new LobbyModel(services, boards), []);
  useLayoutEffect(() => {
    const stop = services.socket.subscribe(model);
    return () => {
      stop();
      model.leave();
    };
  }, []);
  return model;
}
