import { effect } from '@preact/signals';

/** Browsers of before 2022, and pages without TLS, have none. */
const wakeLocks = (): WakeLock | undefined => (navigator as Partial<Navigator>).wakeLock;

/**
 * Keeps the screen on while `wants` is true, which is looked at again when a signal in it changes, until the returned
 * function is called. Requests are asynchronous and may be refused; what is wanted is looked at again when each has
 * ended.
 */
export function requestWakeLock(wants: () => boolean): () => void {
  let lock: WakeLockSentinel | null = null;
  let isWanted = false;
  const release = (): void => {
    void lock?.release();
    lock = null;
  };
  /** What is wanted may have changed while it was asked for. */
  const follow = (): void => {
    if (!isWanted) release();
    else void acquire();
  };
  const acquire = async (): Promise<void> => {
    if (!isWanted || lock || document.hidden) return;
    // Refused where the battery is low; the screen sleeps then, as it would without us.
    const got = await wakeLocks()
      ?.request('screen')
      .catch(() => null);
    if (!got) return;
    release(); // Of two that were asked for at once.
    lock = got;
    follow();
  };
  // The browser takes it away from a page that is not seen.
  const seen = (): void => {
    if (document.hidden) lock = null;
    else void acquire();
  };
  document.addEventListener('visibilitychange', seen);
  const stop = effect(() => {
    isWanted = wants();
    follow();
  });
  return () => {
    stop();
    isWanted = false;
    release();
    document.removeEventListener('visibilitychange', seen);
  };
}
