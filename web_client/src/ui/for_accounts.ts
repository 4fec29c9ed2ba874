import { show } from './challenges/challenges';
import type { Services } from './services/services';
import { forgetWhoLeft } from './core/kept_files';
import { keepSubscribed } from './frame/push';
import { watchUnread } from './inbox/unread';

let isBegun = false;

/** Begins what only accounts have: challenges beside every page, push messages, the inbox, files. Once for as long as
 *  the client runs, also where it is called again. */
export function begin(services: Services): void {
  if (isBegun) return;
  isBegun = true;
  show(services);
  keepSubscribed(services);
  forgetWhoLeft(services);
  watchUnread(services);
}
