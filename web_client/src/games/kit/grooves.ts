import { svg } from '../../board/drawing/svg';

/** A line cut into wood: its far wall catches the light. */
export const groove = (
  d: string,
  width: number,
  more: Readonly<Record<string, string>> = {},
): SVGElement[] => [
  svg('path', { d, class: 'cut', 'stroke-width': width, transform: 'translate(1 1.4)', ...more }),
  svg('path', { d, class: 'line', 'stroke-width': width, ...more }),
];
