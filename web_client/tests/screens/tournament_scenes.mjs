// Tournaments as a server without one tells of them: usual names, and the widest.
import { NAMES } from './hostile.mjs';
import { lobbyScript, quietScript } from './scenes.mjs';

/** Stands for the code: its modules make no difference to a page. */
const code = {
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><path d="M0 0h4v4h-4zM1 1h2v2h-2z"/></svg>',
};

const script = (name, players, more = {}) => {
  const line = { id: 'tRn2026x', name, game: 'antireversi', rule: 'standard', director: players[0] };
  const games = (first, result) => [{ gameId: 'q7Xb2mKd', first, ...(result && { result }) }];
  const tournament = {
    ...line,
    phase: 'running',
    version: 9,
    own: true,
    me: 1,
    myGame: { gameId: 'q7Xb2mKd', opponent: 2 },
    format: 'swiss',
    rounds: 3,
    paired: 2,
    games: 16,
    initialMs: 300_000,
    incrementMs: 3_000,
    tieBreaks: ['bq', 'discs'],
    players: players.map((player) => ({ name: player, rating: 1712, attendance: 'here' })),
    standings: players.map((_, i) => ({ rank: i + 1, player: i + 1, points: 1.5, tieBreaks: [98, 64] })),
    rulings: [
      { kind: 'substituted', at: 1, note: 'W'.repeat(64), player: 2, was: players[1] },
      { kind: 'seatsExchanged', at: 2, note: '黑白写反了', round: 1, table: 2 },
    ],
    round: {
      number: 2,
      tables: [
        { first: 1, second: 2, games: games(1) },
        { first: 3, second: 4, games: games(3, 'draw') },
      ],
      rests: [{ player: 5, kind: 'bye' }],
    },
    ...more,
  };
  const lists = { open: [{ ...line, phase: 'open' }], running: [tournament], finished: [] };
  return {
    ...lobbyScript,
    onMessage(message, say) {
      lobbyScript.onMessage(message, say);
      const clock = { ms: [212_000, 187_000], periods: [0, 0], running: 'second', at: Date.now(), spent: 0 };
      const mini = { t: 'mini', gameId: 'q7Xb2mKd', pos: '', lastMove: null, status: 'playing', clock };
      if (message.t === 'watch' && message.ids.includes(mini.gameId)) say(mini);
    },
    http(url) {
      if (url.pathname === '/api/server')
        return { json: { urls: ['http://192.168.178.23:8080', 'http://10.0.0.7:8080'] } };
      if (url.pathname.startsWith('/api/qr/')) return code;
      if (url.pathname === '/api/tournaments') return { json: lists };
      if (url.pathname.startsWith('/api/tournaments/')) return { json: tournament };
      return lobbyScript.http(url);
    },
  };
};

const PLAYERS = ['胡荣华', '柳大华', 'Lin', 'Mei', 'Wu'];
const gathering = { phase: 'open', paired: 0, rounds: 0, me: undefined, myGame: undefined, round: undefined };

export const tournamentScript = script('周五晚上', PLAYERS);
export const gatheringScript = script('周五晚上', PLAYERS, gathering);
export const hostileTournamentScript = script('W'.repeat(40), NAMES.slice(0, 5));
export const hostileGatheringScript = script('W'.repeat(40), NAMES.slice(0, 5), gathering);
/** The lobby of the host of a local network. */
export const eveningScript = {
  ...gatheringScript,
  onMessage: quietScript.onMessage,
  welcome: { host: true, readyCode: 'K7QMX' },
};
