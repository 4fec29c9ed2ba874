import { effect } from '@preact/signals';
import type { Services } from '../services/services';

/**
 * The server writes to this browser, while no page is open, for an account that wants notices. A subscription ends with
 * its session, and browsers may end it: so it is told anew at each start, login and change of language.
 */
export function keepSubscribed({ account, preferences }: Pick<Services, 'account' | 'preferences'>): void {
  let told = '';
  effect(() => {
    const { notify, language } = preferences.settings.value;
    const isWanted = notify && account.user.value?.guest === false && isSecureContext;
    const token = isWanted ? account.token : null;
    const wish = token ? `${token} ${language}` : '';
    if (wish === told) return;
    told = wish;
    // Servers without push messages refuse, and browsers without them have no worker.
    void import('../services/push').then(({ keep }) => keep(token, language)).catch(() => undefined);
  });
}
