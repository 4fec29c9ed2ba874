import type { ServerMessage } from '../../protocol/server_messages';
import type { Services } from '../services/services';

/**
 * Passes on what the server says of no page in particular, on whatever page one is, once there are `words` for it.
 * Set up once, for as long as the client runs.
 */
export function listenForNotices(
  { account, socket, preferences, toasts }: Services,
  words: Promise<void>,
): void {
  const show = (message: ServerMessage, isWished: boolean): void => {
    if (message.t === 'error' && (message.code === 'bad_name' || (message.code === 'name_taken' && isWished)))
      toasts.show(preferences.t('error.name_taken'), 'bad');
    if (message.t !== 'notice') return;
    const restart = message.restartInMs;
    if (restart === undefined) toasts.show(message.text, message.level === 'info' ? 'plain' : 'bad');
    else toasts.show(preferences.t('link.restart', { seconds: Math.ceil(restart / 1_000) }));
  };
  // What failed outside of a page's drawing, where no boundary sees it. A browser's own remarks bring no error.
  const failed = (event: Partial<ErrorEvent & PromiseRejectionEvent>): void => {
    if (event.error ?? event.reason) toasts.show(preferences.t('error.broken'), 'bad');
  };
  addEventListener('error', failed);
  addEventListener('unhandledrejection', failed);
  socket.subscribe({
    onConnected: () => undefined,
    onMessage: (message) => {
      // A guest has chosen the name; a user who was logged out elsewhere has not.
      const isWished = account.user.value?.guest !== false;
      void words.then(
        () => show(message, isWished),
        () => undefined,
      );
    },
  });
}
