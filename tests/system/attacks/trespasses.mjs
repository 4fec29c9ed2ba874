// Attacks on what is another's, and on more than one's share.
import { text } from '../lib/frames.mjs';
import { pause } from './attacker.mjs';
import { LIMITS, exactly, rate } from './gains.mjs';
import { ACCOUNTS, CHAT, PAIRED, message, rude } from './kinds.mjs';

/** Guesses at a password from many networks of one /48; then its owner logs in, from where they did before and from
 *  elsewhere. */
async function lockOut(siege) {
  const site = siege.addresses[0].split('.')[1];
  const login = (address, password) =>
    siege.ask(address, 'POST', '/api/auth/login', { name: 'Victim', password });
  await Promise.all(
    Array.from({ length: 64 }, async (_, n) => {
      for (let i = 0; siege.goesOn; i++) {
        const status = await login(`2001:db8:${site}:${n.toString(16)}::1`, `guess ${n} ${i}`);
        if (status === 429) await pause(20);
      }
    }),
  );
  for (const address of [siege.world.home, siege.addresses[0]])
    if ((await login(address, 'a good password')) !== 200)
      siege.faults.push(`the owner is locked out at ${address}`);
}

const PASSWORD = 'a password of many';
/** The same name but for case, width, compatibility and separators: each opens the account, and all share its tries. */
const SPELLINGS = [
  'Lilo',
  'lilo',
  'LILO',
  'lILO',
  'Ｌｉｌｏ',
  'ＬＩＬＯ',
  'Li lo',
  'L_i-l o',
  'L-I-L-O',
  '\u216cilo',
];
/** They open nothing, whatever the password. */
const LOOK_ALIKES = ['L1lo', '1ilo', 'LiIo', 'Lil0', 'L1L0', 'Li1o', 'Lil\u043e', 'L_1-l o'];

/** Guesses under every spelling of a name, and accounts of names that look like it. */
async function spell(siege) {
  await siege.signUp(siege.world.home, SPELLINGS[0], PASSWORD);
  const post = (address, path, name, password) =>
    siege.ask(address, 'POST', `/api/auth/${path}`, { name, password });
  const guess = async (address, i) => {
    const name = SPELLINGS[i % SPELLINGS.length];
    const status = await post(address, 'login', name, `guess ${i} of many`);
    siege.gain('passwords tried for it', status === 401);
    return status;
  };
  const disguise = async (address, i) => {
    const name = LOOK_ALIKES[i % LOOK_ALIKES.length];
    const status = await post(address, 'login', name, PASSWORD);
    siege.gain('look-alikes that open it', status === 200);
    return status;
  };
  const register = async (address, i) => {
    const names = [...SPELLINGS, ...LOOK_ALIKES];
    const status = await post(address, 'register', names[i % names.length], PASSWORD);
    siege.gain('accounts that look like it', status === 201);
    return status;
  };
  await Promise.all(
    siege.addresses.flatMap((address) =>
      [guess, disguise, register].map(async (act) => {
        for (let i = 0; siege.goesOn; i++) if ((await act(address, i)) === 429) await pause(20);
      }),
    ),
  );
}

/** Logins that are under way while the password is changed: none of them may live on. */
async function raceLogins(siege) {
  await Promise.all(
    siege.addresses.map(async (address) => {
      const name = `Racer ${address.replaceAll('.', ' ')}`;
      let password = 'the first password';
      const Authorization = `Bearer ${await siege.signUp(address, name, password)}`;
      for (let round = 0; siege.goesOn && round < 9; round++) {
        const form = { name, password };
        const next = `password number ${round}`;
        const logins = Array.from({ length: 8 }, () => siege.call(address, 'POST', '/api/auth/login', form));
        const change = { old: password, new: next };
        const changed = await siege.ask(address, 'POST', '/api/me/password', change, { Authorization });
        const answers = await Promise.all(logins);
        if (changed !== 200) continue;
        siege.count('changes');
        password = next;
        for (const { status, text } of answers) {
          if (status !== 200) continue;
          const old = { Authorization: `Bearer ${JSON.parse(text).token}` };
          siege.gain(
            'sessions of an old password',
            (await siege.ask(address, 'GET', '/api/me', undefined, old)) === 200,
          );
        }
      }
    }),
  );
}

/** Spectators talk where honest players play, in bursts, so that many lines come in the moment of a commit. */
async function chatAtBoards(siege) {
  const [from] = siege.addresses;
  const boards = [];
  // By name: games that earlier attacks left are newer, and hundreds.
  for (let n = 0; siege.goesOn && boards.length === 0; n = (n + 1) % 4) {
    const query = `/api/games?status=playing&player=Honest-${n}-0&limit=10`;
    const { status, text: list } = await siege.call(from, 'GET', query);
    if (status === 200) boards.push(...JSON.parse(list).games);
    if (boards.length === 0) await pause(100);
  }
  await siege.talk((n, i, chat) => chat, {
    burst: 10,
    perSecond: 0.5,
    prepare: async (peer, n) => {
      const { gameId } = boards[n % boards.length];
      await peer.send(text(JSON.stringify({ t: 'join', gameId, as: 'spectator' })));
      return Buffer.concat(
        Array(9).fill(text(JSON.stringify({ t: 'chat', gameId, room: 'all', text: CHAT }))),
      );
    },
  });
  if (boards.length === 0) siege.faults.push('no honest players were found');
}

let lastCode = 0;

/** More than one's share, and what is another's. */
export const trespasses = [
  [
    'more sockets than an address may have',
    async (siege) => {
      await Promise.all(
        siege.addresses.flatMap((address) => Array.from({ length: 60 }, () => siege.enter(address))),
      );
      siege.gain('sockets held', siege.held);
      while (siege.goesOn) await pause(50);
    },
    { 'sockets held': LIMITS.sockets },
  ],
  message("seeks of one's own guests", () => ({ t: 'seek', game: 'gomoku', time: null }), {}, PAIRED),
  rude('codes that come at once', async (siege, peer) => {
    const codes = Array.from(
      { length: 90 },
      () => `K${(lastCode++).toString(36).toUpperCase().padStart(4, '2')}`,
    );
    await peer.send(
      Buffer.concat(codes.map((code) => text(JSON.stringify({ t: 'join', code, as: 'spectator' })))),
    );
    siege.count('codes', codes.length);
    for (const until = Date.now() + 1000; Date.now() < until && siege.goesOn && !peer.ended;) await pause(5);
  }),
  [
    'lock an account out from one /48',
    lockOut,
    {
      'passwords tried': exactly(LIMITS.passwordsOfName + 2),
      login_sites: exactly(2),
      tokens: exactly(2),
    },
  ],
  [
    'spellings of one name',
    spell,
    {
      ...Object.fromEntries(
        ['accounts', 'users', 'tokens', 'login_sites'].map((table) => [table, exactly(1)]),
      ),
      account_names: exactly(5),
      'passwords tried for it': rate(LIMITS.passwordsOfName, 30),
      'look-alikes that open it': exactly(0),
      'accounts that look like it': exactly(0),
    },
  ],
  [
    'log in while the password changes',
    raceLogins,
    { ...ACCOUNTS, 'sessions of an old password': exactly(0) },
  ],
  ['chat at the boards of honest players', chatAtBoards],
];
