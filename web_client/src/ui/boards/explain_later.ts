import type { explainIllegal } from './explain';

/** Why a move is illegal is said by a file of its own; without a network nothing is said. */
export function explainIllegalLater(...what: Parameters<typeof explainIllegal>): void {
  import('./explain').then(
    (file) => file.explainIllegal(...what),
    () => undefined,
  );
}
