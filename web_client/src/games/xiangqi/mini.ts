import { placeOf } from '../grid';
import type { MiniGame } from '../mini';
import { characters, parsePosition } from './position';

function lines(): string {
  let path = '';
  for (let y = 50; y <= 950; y += 100) path += `M50 ${y}H850`;
  for (let x = 50; x <= 850; x += 100) path += x % 800 === 50 ? `M${x} 50V950` : `M${x} 50V450M${x} 550V950`;
  return `${path}M350 50l200 200M550 50l-200 200M350 950l200-200M550 950l-200-200`;
}

const letters: Readonly<Record<string, string>> = { k: 'K', a: 'A', b: 'E', n: 'H', r: 'R', c: 'C', p: 'P' };

const mini: MiniGame = {
  box: { x: -22, y: -22, width: 944, height: 1044 },
  material: 'wood-xiangqi',
  lines: lines(),
  radius: 45,
  pointOf(square) {
    const { file, rank } = placeOf(square, 0);
    return { x: 50 + 100 * file, y: 50 + 100 * (9 - rank) };
  },
  parse: (position) => parsePosition(position).pieces,
  target: (move) => move.slice(2),
  // At this size the system's own characters do: outlines would weigh as much as the page.
  letterOf: ({ side, kind }, latin) => (latin ? letters[kind] : characters[side][kind]) ?? '',
};

export const xiangqi = (): MiniGame => mini;
