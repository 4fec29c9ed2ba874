/** Between two tries: a server that is being changed, or a phone that changes its network, is not asked all the time. */
const PAUSE_MS = 1_000;

/** The remedy for a file of this site that did not come: the network changed under it, or a new version took it away. What
 *  is being played is the server's to know. */
export const reloadSoon = (): void => void setTimeout(() => location.reload(), PAUSE_MS);
