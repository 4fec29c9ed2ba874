import { useState } from 'preact/hooks';
import { useTicker } from '../core/use_ticker';

/** How long each part is shown: to find one's name and read it. */
const PART_MS = 8_000;

/** Of a list that a screen has no room for, one part after the other, from the first. */
export function useRotation<T>(all: readonly T[], most: number): readonly T[] {
  const [began] = useState(() => performance.now());
  const parts = Math.ceil(all.length / most);
  useTicker(parts > 1 ? PART_MS : null);
  if (parts <= 1) return all;
  const part = Math.floor((performance.now() - began) / PART_MS) % parts;
  return all.slice(part * most, (part + 1) * most);
}
