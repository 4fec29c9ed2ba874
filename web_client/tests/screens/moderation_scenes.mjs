// What a moderator and a muted person see, as a server without one tells of it: usual words, and the widest.
import { NAMES } from './hostile.mjs';
import { lobbyScript } from './scenes.mjs';

const script = (name, text) => {
  const person = { id: 'u_1', name };
  const measure = { id: 'm1', kind: 'mute', reason: text, since: 1, until: 1731900000123 };
  const report = {
    gameId: 'q7Xb2mKd',
    text,
    at: 3,
    from: person,
    reporter: person,
    reportedAt: 1731900000123,
    around: [1, 2, 4].map((at) => ({ from: name, text, at })),
    measures: [measure],
    reporterMeasures: [measure],
  };
  const acts = ['mute', 'lift', 'grant'].map((act, i) => ({
    number: 3 - i,
    at: 1731900000123,
    do: act,
    reason: text,
    by: person,
    subject: person,
  }));
  const answers = {
    '/api/me/measures': { measures: [{ ...measure, until: 4e12 }], powers: 'owner' },
    '/api/moderation/reports': { reports: [report], cursor: null },
    '/api/moderation/appeals': {
      appeals: [{ ...measure, appeal: text, subject: person, own: true }],
      cursor: null,
    },
    '/api/moderation/log': { acts, cursor: null },
  };
  return {
    ...lobbyScript,
    http: (url) => (answers[url.pathname] ? { json: answers[url.pathname] } : lobbyScript.http(url)),
  };
};

export const moderationScript = script('柳大华', '加我好友，买卡便宜');
export const hostileModerationScript = script(NAMES[0], 'W'.repeat(140));
