// Tournaments as a server without one tells of them: usual names, and the widest.
import { NAMES } from './hostile.mjs';
import { lobbyScript } from './scenes.mjs';

const script = (name, players) => {
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
  };
  const lists = { open: [{ ...line, phase: 'open' }], running: [tournament], finished: [] };
  return {
    ...lobbyScript,
    http(url) {
      if (url.pathname === '/api/tournaments') return { json: lists };
      if (url.pathname.startsWith('/api/tournaments/')) return { json: tournament };
      return lobbyScript.http(url);
    },
  };
};

export const tournamentScript = script('周五晚上', ['胡荣华', '柳大华', 'Lin', 'Mei', 'Wu']);
export const hostileTournamentScript = script('W'.repeat(40), NAMES.slice(0, 5));
