import {
  isLobbySnapshot,
  type LobbyChange,
  type LobbySnapshot,
  type Mini,
} from '../protocol/server_messages';
import { isSeated, type GameName, type GameSummary, type Seek, type TimeControl } from '../protocol/types';

/**
 * The lobby as the server tells it. A value: every change is another one; entries that did not change are the same
 * objects.
 */
export interface Lobby {
  readonly seeks: readonly Seek[];
  readonly games: readonly GameSummary[];
  readonly players: number;
  readonly rooms: number;
  /** The game most worth watching. */
  readonly featured: string | null;
  /**
   * Boards of the games that are watched, as of their last `mini`. Those of games that a change removes go with them.
   */
  readonly boards: ReadonlyMap<string, Mini>;
}

/** Before the first snapshot. Pages compare with it: nothing was told yet is not the same as nothing is there. */
export const emptyLobby: Lobby = {
  seeks: [],
  games: [],
  players: 0,
  rooms: 0,
  featured: null,
  boards: new Map(),
};

/**
 * The lobby after a message: a snapshot at first and after each reconnect, then changes in their order. Boards
 * outlive a snapshot, so that nothing blinks after a reconnect.
 */
export function applyLobby(lobby: Lobby, message: LobbySnapshot | LobbyChange): Lobby {
  if (isLobbySnapshot(message))
    return {
      ...lobby,
      seeks: message.seeks,
      games: message.games,
      players: message.players,
      rooms: message.rooms,
      featured: message.featured ?? null,
    };
  const gone = new Set(message.remove ?? []);
  return {
    ...lobby,
    seeks: merge(lobby.seeks, message.add?.seeks ?? [], gone, (seek) => seek.seekId),
    games: merge(lobby.games, message.add?.games ?? [], gone, (game) => game.gameId),
    players: message.players ?? lobby.players,
    rooms: message.rooms ?? lobby.rooms,
    featured: message.featured === undefined ? lobby.featured : message.featured,
    boards: new Map([...lobby.boards].filter(([id]) => !gone.has(id))),
  };
}

/** An entry of `add` takes the place of the one with its id, so that rows do not jump. New entries come last. */
function merge<T>(
  before: readonly T[],
  add: readonly T[],
  gone: ReadonlySet<string>,
  id: (entry: T) => string,
): T[] {
  const fresh = new Map(add.map((entry) => [id(entry), entry]));
  const kept = before.filter((entry) => !gone.has(id(entry))).map((entry) => fresh.get(id(entry)) ?? entry);
  const known = new Set(kept.map(id));
  return [...kept, ...add.filter((entry) => !known.has(id(entry)))];
}

/** The board of a watched game after each of its moves. */
export const applyMini = (lobby: Lobby, mini: Mini): Lobby => ({
  ...lobby,
  boards: new Map(lobby.boards).set(mini.gameId, mini),
});

/** Whether a player or a spectator is there: a game that its players have left, or of two bots without spectators, is
 *  not live. */
const isLive = ({ status, players, spectators = 0 }: GameSummary): boolean =>
  status === 'playing' && (spectators > 0 || players.some(({ online, ai }) => online && !ai));

/** Games that are being played, the featured one first. */
export const liveGames = ({ games, featured }: Lobby): readonly GameSummary[] =>
  games.filter(isLive).toSorted((a, b) => Number(b.gameId === featured) - Number(a.gameId === featured));

/** What any visitor may accept: a seek, or a public room where one seat is free (then `seek` is null). */
export interface Challenge {
  readonly id: string;
  readonly game: GameName;
  readonly rule?: string | undefined;
  /** The opening rule by which it begins, if any. */
  readonly opening?: string | undefined;
  readonly time: TimeControl | null;
  readonly rated: boolean;
  readonly name: string;
  readonly rating: number | null;
  readonly program?: boolean | undefined;
  readonly seek: Seek | null;
}

/** Seeks first, then rooms with a free seat, each in the order in which they came. */
export const challenges = (lobby: Lobby): readonly Challenge[] => [
  ...lobby.seeks.map(fromSeek),
  ...lobby.games.filter((game) => game.status === 'waiting').map(fromRoom),
];

/** The rest is called alike in both. */
const fromSeek = (seek: Seek): Challenge => ({
  rated: false,
  rating: null,
  ...seek,
  id: seek.seekId,
  seek,
});

/** Its host is who sits there. */
const fromRoom = (room: GameSummary): Challenge => ({
  rated: false,
  name: '',
  rating: null,
  ...room,
  ...room.players.find(isSeated),
  id: room.gameId,
  seek: null,
});
