import { expect, it } from 'vitest';
import { clientName } from '../../../src/state/client_name';

const webkit = 'AppleWebKit/537.36 (KHTML, like Gecko)';

it.each([
  ['Firefox · Linux', 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'],
  ['Chrome · Windows', `Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`],
  ['Edge · Windows', `Mozilla/5.0 (Windows NT 10.0) ${webkit} Chrome/140.0 Safari/537.36 Edg/140.0`],
  [
    'Safari · macOS',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${webkit} Version/18.0 Safari/605.1.15`,
  ],
  ['Safari · iPhone', `Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) ${webkit} Mobile Safari/604.1`],
  ['Firefox · iPad', `Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) ${webkit} FxiOS/140.0 Safari/605.1.15`],
  [
    'WeChat · Android',
    `Mozilla/5.0 (Linux; Android 14) ${webkit} Chrome/126.0 Safari/537.36 MicroMessenger/8.0`,
  ],
  ['Sanqi · Linux', 'Ladybird/1.0 (Linux)'],
  ['Sanqi', ''],
])('calls a browser %s', (name, agent) => {
  expect(clientName(agent)).toBe(name);
});
