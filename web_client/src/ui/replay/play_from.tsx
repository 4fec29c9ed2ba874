import type { CreateRequest } from '../../protocol/client_messages';
import type { GameRecord } from '../../protocol/records';
import type { Side } from '../../protocol/types';
import { levels } from '../services/settings';
import { enterMade, missGame } from '../frame/found_games';
import { InFlight } from '../core/in_flight';
import { RoomIcon } from '../parts/room_icon';
import { useServices, type Services } from '../services/services';

type Ruleset = Pick<GameRecord, 'game' | 'rule' | 'size'>;

/** A game against the computer from a position, in which the visitor has the move. */
export const gameFrom = (
  { game, rule, size }: Ruleset,
  pos: string,
  side: Side,
  level: number,
): CreateRequest => ({
  t: 'create',
  game,
  rule,
  ...(size !== undefined && { size }),
  pos,
  side,
  time: null,
  opponent: 'ai',
  level,
  private: true,
});

/** One game at a time, however often it is asked for. */
const inFlight = new InFlight();

/** While such a game is asked for. */
export const isCreatingGame = (): boolean => inFlight.has('game');

/** Sits down at such a game. */
export async function playFrom(services: Services, place: Ruleset, pos: string, side: Side): Promise<void> {
  try {
    const { level } = services.preferences.settings.peek();
    const here = location.pathname;
    const made = await inFlight.run('game', () => services.socket.request(gameFrom(place, pos, side, level)));
    // Not from another page, to which one has gone meanwhile.
    if (made?.t === 'created' && location.pathname === here) enterMade(services, made);
  } catch (error) {
    missGame(services, error, place.game);
  }
}

interface Props {
  readonly place: Ruleset;
  /** What one would play from; null while it is not known. */
  readonly from: { readonly pos: string; readonly turn: Side } | null;
}

/** The level is chosen beside it; at first it is the one that was played last. */
export function PlayFrom({ place, from }: Props) {
  const services = useServices();
  const { preferences } = services;
  const { t } = preferences;
  const play = (): void => {
    if (from) void playFrom(services, place, from.pos, from.turn);
  };
  return (
    <>
      <button class="button small" disabled={!from} aria-busy={isCreatingGame()} onClick={play}>
        <RoomIcon name="play" size={15} /> {t('replay.playFrom')}
      </button>
      <select
        class="input small"
        aria-label={t('lobby.computer')}
        value={String(preferences.settings.value.level)}
        onChange={(event) => preferences.change({ level: Number(event.currentTarget.value) })}
      >
        {levels.map((n) => (
          <option key={n} value={String(n)}>
            {t('lobby.level', { n })}
          </option>
        ))}
      </select>
    </>
  );
}
