import type { explain } from './explain';

/** Why a move is illegal is said by a file of its own; without a network nothing is said. */
export function explainLater(...what: Parameters<typeof explain>): void {
  import('./explain').then(
    (file) => file.explain(...what),
    () => undefined,
  );
}
