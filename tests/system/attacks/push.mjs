// Attacks that register browsers for push messages, and that challenge. No message is sent: the accounts that are
// challenged have no browser.
import { createECDH, randomBytes } from 'node:crypto';
import { ask, pause } from './attacker.mjs';
import { LIMITS, exactly, promised, rate, times } from './gains.mjs';
import { ACCOUNTS } from './kinds.mjs';

const BROWSERS = promised('browser for push messages \\| (\\d+) of an account');
const CHALLENGES = rate(promised('20 of a user or (\\d+) \\(600\\) of an address', 'protocol'), 10);
/** Of the one account that all challenge. */
const INBOX = exactly(promised('notice of the inbox \\| (\\d+) of an account'));
const PASSWORD = 'a long password';

let accounts = 0;

/** Null: there are enough of this address. */
async function account(siege, address) {
  const name = `b${accounts++}x${Date.now() % 1e6}`;
  const form = { name, password: PASSWORD };
  const { status, text } = await siege.call(address, 'POST', '/api/auth/register', form);
  return status === 201 ? { name, token: JSON.parse(text).token } : null;
}

function subscription() {
  const keys = createECDH('prime256v1');
  return {
    endpoint: `https://fcm.googleapis.com/fcm/send/${randomBytes(12).toString('hex')}`,
    p256dh: keys.generateKeys('base64url'),
    auth: randomBytes(16).toString('base64url'),
    language: 'en',
    zone: 60,
  };
}

/** Accounts log in again and again, and each session has another browser. */
async function subscribe(siege, address) {
  while (siege.goesOn) {
    const made = await account(siege, address);
    if (!made) await pause(50);
    for (let { token } = made ?? {}, i = 0; token && siege.goesOn && i < 2 * BROWSERS; i++) {
      const headers = { Authorization: `Bearer ${token}` };
      await siege.ask(address, 'POST', '/api/me/push', subscription(), headers);
      await siege.ask(address, 'POST', '/api/me/push/settings', { turn: i % 2 === 0, zone: i }, headers);
      const form = { name: made.name, password: PASSWORD };
      const { status, text } = await siege.call(address, 'POST', '/api/auth/login', form);
      if (status === 200) ({ token } = JSON.parse(text));
      else await pause(20);
    }
  }
}

/** Made and withdrawn without end. */
async function challenge(siege, address) {
  const made = await account(siege, address);
  const peer = made && (await siege.enter(address, { token: made.token }));
  while (peer && siege.goesOn && !peer.ended) {
    const asked = { t: 'challenge', to: 'Victim', game: 'gomoku', time: null };
    const { challengeId, retryMs = 50 } = await ask(peer, asked);
    if (challengeId) await ask(peer, { t: 'answer', challengeId, do: 'withdraw' });
    else await pause(Math.min(retryMs, 500));
    siege.count(challengeId ? 'challenges' : 'refused');
  }
}

const fromEach = (name, act, may) => [
  name,
  (siege) =>
    Promise.all(
      siege.addresses.map(async (address) => {
        try {
          await act(siege, address);
        } catch (error) {
          if (siege.goesOn) throw error; // At its end the sockets close.
        }
      }),
    ),
  may,
];

export const push = [
  fromEach('browsers for push messages without end', subscribe, {
    ...ACCOUNTS,
    tokens: times(2 * BROWSERS + 1, LIMITS.accounts),
    push_subscriptions: times(BROWSERS, LIMITS.accounts),
    push_settings: LIMITS.accounts,
  }),
  fromEach('challenges without end', challenge, { ...ACCOUNTS, challenges: CHALLENGES, inbox: INBOX }),
];
