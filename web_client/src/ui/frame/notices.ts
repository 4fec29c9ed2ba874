import type { ServerMessage } from '../../protocol/server_messages';
import type { Services } from '../services';

/** Passes on what the server says to everybody, on whatever page they are. */
export function listenForNotices({ link, preferences, toasts }: Services): () => void {
  const received = (message: ServerMessage): void => {
    if (message.t !== 'notice') return;
    const restart = message.restartInMs;
    if (restart === undefined) toasts.say(message.text, message.level === 'info' ? 'plain' : 'bad');
    else toasts.say(preferences.t('link.restart', { seconds: Math.ceil(restart / 1_000) }));
  };
  return link.subscribe({ welcomed: () => undefined, received });
}
