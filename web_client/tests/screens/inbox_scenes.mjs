// The inbox, and the mail that tells of it: usual names and addresses, and the widest.
import { NAMES, hostileScript } from './hostile.mjs';
import { memberScript } from './scenes.mjs';

const KINDS = ['turn', 'start', 'over', 'round', 'challenge', 'declined', 'finish', 'appeal', 'club'];
/** 254 characters, as many as there may be. */
const LONGEST = `${'W'.repeat(64)}@${'w'.repeat(63)}.${'w'.repeat(63)}.${'w'.repeat(56)}.test`;

const usual = { turn: true, round: true, challenge: true, quietFrom: 1320, quietUntil: 420, zone: 0 };

const script = (base, names, mail) => {
  const items = KINDS.map((kind, i) => ({
    number: KINDS.length - i,
    kind,
    subject: 'q7Xb2mKd',
    name: names[i % names.length],
    at: 1731900000123,
    ...(i > 3 && { read: true }),
  }));
  const answers = {
    '/api/me/inbox': { json: { items, unread: 4, cursor: '1' } },
    '/api/me/push': { json: usual },
    '/api/me/mail': { json: { available: true, ...mail } },
    '/api/mail/confirm': { json: { name: names[0], address: mail.address } },
    '/api/mail/stop': { json: {} },
  };
  return { ...base, http: (url) => answers[url.pathname] ?? base.http(url) };
};

export const inboxScript = script(memberScript, ['胡荣华', 'Mei', 'TorontoPawn'], {
  address: 'lin.yue@mail.example',
  confirmed: true,
});
export const hostileInboxScript = script(hostileScript, NAMES.slice(0, 4), {
  address: LONGEST,
  confirmed: false,
});
/** Of an account without an address. */
export const noMailScript = script(memberScript, ['Mei'], { address: null, confirmed: false });
