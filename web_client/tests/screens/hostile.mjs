// People who mean no good, or write another script: what they call themselves and say, on every page.
import { lobbyScript, roomScript, rooms } from './scenes.mjs';

export const hostileRooms = {
  plain: () => withHostile(rooms.gomoku()),
  /** Where the page says something of them: what they decide, offer and ask. */
  opening: () => withHostile(rooms.opening()),
  openingTheirs: () => withHostile(rooms.openingOfTheirs()),
  offer: () => withHostile(rooms.offered()),
  waiting: () => {
    const { players, ...room } = withHostile(rooms.waiting());
    return { ...room, players: [players[0], rooms.waiting().players[1]], you: null, rated: false };
  },
  paused: () => withHostile(rooms.paused()),
  pass: () => {
    const room = withHostile(rooms.antireversi());
    return { ...room, state: { ...room.state, legal: ['pass'] } };
  },
  /** All that can be said in one's turn at once. */
  turn: () => {
    const room = withHostile(rooms.xiangqi());
    const offers = { draw: 'first', takeback: 'first', pause: 'first' };
    const state = { ...room.state, offers, check: true, expiresMs: 3_600_000, perilous: ['d4c6'] };
    return { ...room, rated: false, state };
  },
  gone: () => {
    const room = withHostile(rooms.xiangqi());
    return { ...room, state: { ...room.state, turn: 'second', legal: [] } };
  },
  rematch: () => {
    const room = withHostile(rooms.mate());
    return { ...room, state: { ...room.state, offers: { rematch: 'second' } } };
  },
};

function withHostile(room) {
  const [long, wide] = ['漢'.repeat(20), 'W'.repeat(20)];
  const players = [
    { ...room.players[0], name: wide },
    { ...room.players[1], name: long },
  ];
  const texts = ['a'.repeat(65), `\u202e${'ש'.repeat(40)}`, `e${'\u0301'.repeat(10_000)}`, 'w'.repeat(140)];
  const from = (at) => [long, wide, 'GrandmasterFlash', long][at];
  const chat = texts.map((text, at) => ({ room: 'all', from: from(at), side: 'second', text, at }));
  return { ...room, players, chat };
}

/** What people who mean no good call themselves, or those of other scripts: the widest signs, from right to left, marks
 *  upon marks as a file may have them. */
export const NAMES = [
  '漢'.repeat(20),
  'W'.repeat(20),
  `\u202e${'ש'.repeat(20)}`,
  `e${'\u0301'.repeat(10_000)}`,
  '﷽'.repeat(20),
];
const renamed = (players, from) =>
  players.map((player, i) => ({ ...player, name: NAMES[(from + i) % NAMES.length] }));

/** The same from a server full of such names; the visitor has one, too. */
export const hostileScript = {
  welcome: {
    user: { id: 'u1', name: NAMES[1], guest: false },
    playing: NAMES.map((opponent, i) => ({
      gameId: `q7Xb2mK${i}`,
      game: 'xiangqi',
      opponent,
      yourTurn: i < 2,
    })),
    host: true,
    readyCode: 'KXQMP',
  },
  onMessage(message, say) {
    lobbyScript.onMessage(message, (answer) => {
      if (answer.t !== 'lobby') return say(answer);
      return say({
        ...answer,
        seeks: answer.seeks.map((seek, i) => ({ ...seek, name: NAMES[i], minRating: 1000, maxRating: 2000 })),
        games: answer.games.map((game, i) => ({ ...game, players: renamed(game.players, i) })).slice(0, 2),
      });
    });
  },
  http(url) {
    const answer = lobbyScript.http(url) ?? roomScript(hostileRooms.plain).http(url);
    const json = answer?.json;
    const named = (people) => people?.map((person, i) => ({ ...person, name: NAMES[i % NAMES.length] }));
    if (json?.games?.map)
      json.games = json.games.map((game, i) => ({
        ...game,
        players: renamed(game.players, 2 * i),
        you: 'first',
      }));
    if (json?.players && url.pathname.startsWith('/api/leaderboard')) json.players = named(json.players);
    if (json?.tournaments)
      json.tournaments = json.tournaments.map((one) => ({ ...one, name: 'W'.repeat(40) }));
    if (json?.sessions)
      json.sessions = json.sessions.map((session) => ({ ...session, client: NAMES[1] + NAMES[1] }));
    return answer;
  },
};
