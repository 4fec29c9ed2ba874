import type { Preferences } from '../services/preferences';

/** Whether this device can shake, and is one that is held: some desks claim to. */
export const canVibrate = (): boolean => 'vibrate' in navigator && matchMedia('(pointer: coarse)').matches;

/**
 * Shakes the device for so many milliseconds, or by turns of shaking and rest, where its owner wants that. In ms.
 * Browsers ignore it before the first gesture of the visitor.
 */
export function vibrate({ settings }: Preferences, pattern: number | number[]): void {
  if (settings.peek().vibrate && canVibrate()) navigator.vibrate(pattern);
}
