// Attacks with bombs: on every message and every route, nearly as large as they may be.
import { bombs, clientMessages, forms, heads, routes } from './bombs.mjs';
import { LIMITS, exactly } from './gains.mjs';
import { ACCOUNTS, PAIRED, message, route } from './kinds.mjs';

const cycle = (list) => {
  let next = 0;
  return () => list[next++ % list.length];
};
const messageBombs = cycle(clientMessages.flatMap((one) => bombs(one, 4096)));
const tooLarge = cycle(clientMessages.flatMap((one) => bombs(one, 60_000).slice(0, 3)));
const formBombs = (forms, bytes) =>
  cycle(forms.flatMap(([path, form]) => bombs(form, bytes).map((body) => [path, body])));
const accountBombs = formBombs(
  forms.filter(([path]) => path !== '/api/import'),
  4096,
);
const importBombs = formBombs(
  forms.filter(([path]) => path === '/api/import'),
  256 << 10,
);
const headBombs = cycle(routes.filter(([method]) => method === 'GET').flatMap(([, path]) => heads(path)));
const bodyBombs = cycle(
  routes.flatMap(([method, path]) => bombs({}, 4096).map((body) => [method, path, body])),
);
const post = ([path, body]) => ['POST', path, body];

export const bombings = [
  // Some open rooms, for they begin as a message that does: that wait, against bots, and of seeks that were paired.
  message('every message', messageBombs, {}, { ...PAIRED, room_orders: LIMITS.games }),
  message('messages that are too large', tooLarge, {}),
  // What is no name at all is answered like a wrong password, and nothing is tried.
  route('every form', () => post(accountBombs()), { ...ACCOUNTS, 'passwords tried': exactly(Infinity) }),
  route('files', () => post(importBombs())),
  route('paths, queries and headers', () => {
    const [path, headers] = headBombs();
    return ['GET', path, undefined, headers];
  }),
  route('a body for every route', bodyBombs),
].map(([name, ...attack]) => [`bombs: ${name}`, ...attack]);
