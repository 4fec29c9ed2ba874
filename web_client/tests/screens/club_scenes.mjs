// Clubs as a server without one tells of them: usual names, and the widest.
import { NAMES } from './hostile.mjs';
import { memberScript } from './scenes.mjs';

const script = (name, people, description) => {
  const line = { id: 'cL7bQ2xY', name, members: people.length, joining: 'request' };
  const persons = people.map((person) => ({ name: person, since: 1731900000123 }));
  const title = description.slice(0, 40);
  const tournament = { id: 'tRn2026x', name: title, game: 'antireversi', rule: 'standard' };
  const answers = {
    '/api/clubs': { clubs: [line], cursor: '5-cL7bQ2xY' },
    '/api/me/clubs': { clubs: [{ ...line, role: 'owner' }] },
    '/api/clubs/cL7bQ2xY': {
      ...line,
      owner: people[0],
      created: 1731900000123,
      description,
      you: 'owner',
      requests: persons.slice(1, 3),
    },
    '/api/clubs/cL7bQ2xY/members': { members: persons, cursor: null },
    '/api/clubs/cL7bQ2xY/tournaments': {
      tournaments: [{ ...tournament, director: people[0], phase: 'open' }],
      cursor: null,
    },
  };
  return {
    ...memberScript,
    http: (url) => (answers[url.pathname] ? { json: answers[url.pathname] } : memberScript.http(url)),
  };
};

const PEOPLE = ['胡荣华', '柳大华', 'Lin', 'Mei'];

export const clubScript = script('周五棋社', PEOPLE, '每周五晚上下棋。\nFridays.');
export const hostileClubScript = script('W'.repeat(20), NAMES.slice(0, 4), 'W'.repeat(1_000));
