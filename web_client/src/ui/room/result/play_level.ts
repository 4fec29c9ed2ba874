import { enterMade, missGame } from '../../frame/found_games';
import type { Services } from '../../services/services';
import type { RoomModel } from '../model/room_model';

/**
 * Opens a game like that of `model`, against the computer at another level. A toast says why, where the server
 * refuses.
 */
export async function playLevel(
  { room, inFlight }: RoomModel,
  services: Services,
  level: number,
): Promise<void> {
  const full = room.value?.full;
  if (!full?.you) return;
  const { game, rule, size, opening, time, you: side } = full;
  const message = { t: 'create', game, rule, size, opening, time, side, level, opponent: 'ai' } as const;
  try {
    const created = await inFlight.run('level', () => services.socket.request(message));
    if (created?.t === 'created') enterMade(services, created);
  } catch (error) {
    missGame(services, error, game);
  }
}
