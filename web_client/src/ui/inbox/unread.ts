import { effect, signal } from '@preact/signals';
import inboxStyle from '../../style/inbox.css?inline';
import { fetchInbox } from '../../protocol/inbox';
import { adoptStyles } from '../core/style';
import type { Services } from '../services/services';

/** How many lines of the inbox the account has not read, as far as that is known. */
class Unread {
  readonly count = signal(0);

  tell(count: number): void {
    this.count.value = count;
  }
}
export const unread = new Unread();

const pages: ReadonlySet<string> = new Set(['lobby', 'account', 'player']);
/** Between two questions. */
const PAUSE_MS = 60_000;

/**
 * Asks when an account comes to the lobby, its page or a player's, at most once a minute, and marks the link to the
 * account with it. For as long as the client runs.
 */
export function watchUnread({ account, navigation }: Services): void {
  adoptStyles(inboxStyle);
  let of: string | undefined;
  let askedAt = 0;
  effect(() => {
    const { page } = navigation.route.value;
    const user = account.user.value;
    const id = user?.guest === false ? user.id : undefined;
    if (id !== of) {
      of = id;
      askedAt = 0;
      unread.tell(0);
    }
    if (id === undefined || !pages.has(page) || Date.now() - askedAt < PAUSE_MS) return;
    askedAt = Date.now();
    fetchInbox(account.token).then(
      (inbox) => {
        if (of === id) unread.tell(inbox.unread);
      },
      () => undefined,
    );
  });
  // By a style: the bar is drawn without this file.
  effect(() => {
    const root = document.documentElement;
    root.style.setProperty('--unread', `"${unread.count.value}"`);
    root.toggleAttribute('data-unread', unread.count.value > 0);
  });
}
