declare global {
  interface Window {
    /** In index.html alone, because a page that misses its script needs it, too. `onlyAsk`: loads nothing by itself. */
    tryAgain?: (onlyAsk?: boolean) => void;
  }
}

/** A line that stalls does not say that a file will not come. The largest takes 4 s on a slow one. */
const PATIENCE_MS = 10_000;

/**
 * Files that are waited for longer than that, and those that will not come. Those that failed are never taken off:
 * the page is about to be loaded again.
 */
let late = 0;

/**
 * Waits for a file of this site that a page cannot do without. While it is late the page says so, and offers to load it
 * again. If it cannot come, because the network changed under it or a new version took it away, the page is loaded
 * again, a few times at most and not without a network. What is being played is the server's to know; what is half
 * written is not: a page that stands already, and misses a part of itself, only offers it.
 */
export function needed<T>(file: Promise<T>, use?: (file: T) => void): void {
  let isLate = false;
  const timer = setTimeout(() => {
    isLate = true;
    // One notice for all files that are late.
    if (late++ === 0) window.tryAgain?.(true);
  }, PATIENCE_MS);
  const come = (here: T): T => {
    clearTimeout(timer);
    // The last of them has come after all.
    if (isLate && --late === 0) document.querySelector('.again')?.remove();
    return here;
  };
  const fail = (): void => {
    clearTimeout(timer);
    if (!isLate) late++;
    window.tryAgain?.();
  };
  file.then(come).then(use, fail);
}
