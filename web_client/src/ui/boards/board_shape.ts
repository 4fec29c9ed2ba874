import type { Box, Geometry } from '../../board/model/game';

const ratio = ({ width, height }: Box): number => width / height;

/** Makes the place of boards fit this one, and that of the next board of this visit until it is known which that is. */
export function setBoardAspect({ viewBox, narrowBox }: Geometry): void {
  const root = document.documentElement;
  root.style.cssText = `--wide:${ratio(viewBox)};--narrow:${ratio(narrowBox)}`;
  root.toggleAttribute('data-tall', ratio(narrowBox) < 1);
}
