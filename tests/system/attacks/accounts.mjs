// Attacks by accounts and sessions: made, guessed, changed and closed.
import { pause } from './attacker.mjs';
import { LIMITS, each, exactly, promised, times } from './gains.mjs';
import { Guest } from './guest.mjs';
import { ACCOUNTS, NOTHING, route } from './kinds.mjs';

/** Each follows and blocks whom it knows, in turns, shows itself and hides. */
async function befriend(siege, address, names) {
  while (siege.goesOn) {
    const name = `f${names.length}x${Date.now() % 1e9}`;
    const { status, text } = await siege.call(address, 'POST', '/api/auth/register', {
      name,
      password: 'a long password',
    });
    if (status !== 201) {
      await pause(20);
      continue;
    }
    names.push(name);
    const Authorization = `Bearer ${JSON.parse(text).token}`;
    const ask = (method, path, body) => siege.ask(address, method, path, body, { Authorization });
    for (let i = 0; siege.goesOn && i < 2 * names.length; i++) {
      const other = `/api/players/${names[i % names.length]}`;
      await ask('POST', `${other}/${i % 3 ? 'follow' : 'block'}`);
      if (i % 5 === 0) await ask('DELETE', `${other}/follow`);
      await ask('POST', '/api/me/presence', { hidden: i % 2 === 0 });
      if (i % 7 === 0) await ask('GET', '/api/me/relations');
    }
  }
}

export const accounts = [
  route(
    'register',
    (_, n, i) => [
      'POST',
      '/api/auth/register',
      { name: `u${n}x${i}x${Date.now() % 1e6}`, password: 'a long password' },
    ],
    ACCOUNTS,
  ),
  route(
    'log in with wrong passwords',
    (_, n, i) => ['POST', '/api/auth/login', { name: `attacker${i % 50}`, password: 'not the password' }],
    NOTHING,
  ),
  route(
    'log in with the right password',
    () => ['POST', '/api/auth/login', { name: 'Attacker', password: 'correct horse' }],
    { tokens: exactly(LIMITS.sessions), login_sites: each(1) },
  ),
  route(
    'change the password',
    ({ token }, n, i) => [
      'POST',
      '/api/me/password',
      { old: `not the password ${i}`, new: 'another password' },
      { Authorization: `Bearer ${token}` },
    ],
    { ...NOTHING, 'passwords tried': exactly(LIMITS.passwordsOfSession) },
  ),
  route("one's sessions", ({ token }, n, i) =>
    i % 2
      ? ['GET', '/api/me/sessions', undefined, { Authorization: `Bearer ${token}` }]
      : ['DELETE', `/api/me/sessions/s${i}`, undefined, { Authorization: `Bearer ${token}` }],
  ),
  route(
    'guess tokens',
    (_, n, i) => ['GET', '/api/me', undefined, { Authorization: `Bearer guess${n}${i}` }],
    NOTHING,
  ),
  [
    'guests who come and are forgotten',
    (siege) =>
      Promise.all(
        siege.addresses.flatMap((address) =>
          Array.from({ length: 4 }, async () => {
            while (siege.goesOn) {
              const peer = await siege.enter(address);
              const Authorization = `Bearer ${peer?.welcome.token}`;
              if (peer?.welcome.token)
                await siege.ask(address, 'DELETE', '/api/me', undefined, { Authorization });
              else await pause(50);
              peer?.destroy();
            }
          }),
        ),
      ),
    { granted: LIMITS.guests },
  ],
  [
    'accounts that follow and block each other',
    async (siege) => {
      const names = ['Attacker', 'Victim', 'Sitter', 'nobody'];
      await Promise.all(siege.addresses.map((address) => befriend(siege, address, names)));
    },
    {
      ...ACCOUNTS,
      relations: times(2 * promised('follows, blocks \\| (\\d+) each of an account'), LIMITS.accounts),
    },
  ],
  [
    'guests who follow, block and hide',
    (siege) =>
      Promise.all(
        siege.addresses.map(async (address) => {
          const guest = await Guest.of(siege, address);
          while (guest && siege.goesOn)
            for (const path of ['players/Victim/follow', 'players/Victim/block', 'me/presence'])
              await guest.ask('POST', `/api/${path}`, { hidden: true });
        }),
      ),
    NOTHING,
  ],
  [
    'accounts that are closed at once',
    (siege) =>
      Promise.all(
        siege.addresses.map(async (address, n) => {
          for (let i = 0; siege.goesOn; i++) {
            const form = { name: `c${n}x${i}x${Date.now() % 1e6}`, password: 'a long password' };
            const made = await siege.call(address, 'POST', '/api/auth/register', form);
            if (made.status !== 201) {
              await pause(20);
              continue;
            }
            const Authorization = `Bearer ${JSON.parse(made.text).token}`;
            await siege.ask(address, 'POST', '/api/me/close', { password: form.password }, { Authorization });
          }
        }),
      ),
    { ...ACCOUNTS, granted: times(2, LIMITS.accounts) },
  ],
];
