import { svg } from '../board/svg';
import type { Box } from './game';

/** Long pale waves across a board. The same figures give the same wood on every device. */
export function grain(box: Box, waves: number, seed: number): SVGElement {
  const wobble = (i: number) => Math.sin(seed + i * 12.9898) * 0.5;
  let path = '';
  for (let i = 0; i < waves; i++) {
    const y = box.y + (box.height * (i + 0.5 + wobble(i))) / waves;
    const [a, b, c] = [1, 2, 3].map((k) => (y + wobble(i + k * 7) * (k === 3 ? 30 : 70)).toFixed(0));
    const [third, twoThirds] = [box.x + box.width * 0.3, box.x + box.width * 0.62];
    path += `M${box.x} ${y.toFixed(0)}C${third} ${a} ${twoThirds} ${b} ${box.x + box.width} ${c}`;
  }
  return svg('path', { d: path, class: 'grain' });
}

export const slab = (box: Box, fill: string): SVGElement =>
  svg('rect', { x: box.x, y: box.y, width: box.width, height: box.height, fill });
