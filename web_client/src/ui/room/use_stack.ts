import { useLayoutEffect, useState } from 'preact/hooks';
import { layout } from '../core/layout';
import { needed } from '../services/reload';

type Stack = typeof import('./stack').renderStack;

/** Where rooms are stacked: a file of its own, which a desk never asks for. */
let loaded: Stack | null = null;

async function load(): Promise<void> {
  ({ renderStack: loaded } = await import('./stack'));
}

// Beside the server's first words, which take longer.
if (layout.peek() === 'stack') void load().catch(() => undefined);

/** How parts are stacked, once it is here. */
export function useRenderStack(): Stack | null {
  const [, show] = useState(false);
  const wanted = layout.value === 'stack';
  useLayoutEffect(() => {
    if (wanted && !loaded) needed(load(), () => show(true));
  }, [wanted]);
  return loaded;
}
