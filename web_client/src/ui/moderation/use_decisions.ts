import { useState } from 'preact/hooks';
import type { Refusal } from '../../protocol/connection';
import { moderate, type WishedAct } from '../../protocol/moderation';
import { InFlight } from '../core/in_flight';
import { forgetList } from '../core/use_pages';
import { useServices } from '../services/services';

/**
 * Decides what lies before a moderator: each thing, by its key, once at a time. What is decided, here or meanwhile by
 * another, is `done`.
 */
export function useDecisions() {
  const { account, preferences, toasts } = useServices();
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const [inFlight] = useState(() => new InFlight());
  const finish = (key: string): void => {
    forgetList();
    setDone((before) => new Set([...before, key]));
  };
  const decide = (key: string, act: WishedAct): void => {
    inFlight
      .run(key, () => moderate(account.token, act).then(() => finish(key)))
      .catch((error: unknown) => {
        const { reason = '' } = error as Partial<Refusal>;
        toasts.showError(error, () => preferences.named('order.why', reason, toasts.describe(error)));
        if (reason === 'decided') finish(key);
      });
  };
  return {
    done,
    decide,
    finish,
    isBusy: (key: string) => inFlight.has(key),
    forget: () => setDone(new Set()),
  };
}
