/** Longest wait for an idle moment, and the wait where a browser knows none (older Safari). */
const patienceMs = 300;

/**
 * Calls `act` once, after a frame has been shown and when the page has nothing else to do, unless the returned
 * function is called before. That one may be called at any time, also after `act`. On a hidden page there are no
 * frames: then `act` waits until it is shown.
 */
export function whenIdle(act: () => void): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request = 0;
  const knowsIdleness = 'requestIdleCallback' in window;
  // The task that follows a frame's callback begins when the frame has been handed over.
  const frame = requestAnimationFrame(() => {
    timer = setTimeout(
      () => {
        if (knowsIdleness) request = requestIdleCallback(act, { timeout: patienceMs });
        else act();
      },
      knowsIdleness ? 0 : patienceMs,
    );
  });
  return () => {
    cancelAnimationFrame(frame);
    clearTimeout(timer);
    if (knowsIdleness) cancelIdleCallback(request);
  };
}
