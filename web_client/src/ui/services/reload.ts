declare global {
  interface Window {
    /** In index.html, because a page that misses its script needs it, too. */
    tryAgain: () => void;
  }
}

/**
 * The remedy for a file of this site that did not come: the network changed under it, or a new version took it away.
 * Loads the page again, a few times at most and not without a network; then it asks. What is being played is the
 * server's to know.
 */
export const reloadSoon = (): void => {
  window.tryAgain();
};
