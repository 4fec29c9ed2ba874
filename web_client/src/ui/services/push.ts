import { ask, fetchJson, postJson } from '../../protocol/http';

const path = '/api/me/push';

async function subscribe(token: string, language: string): Promise<void> {
  const { key } = await fetchJson<{ key: string }>('/api/push');
  const { pushManager } = await navigator.serviceWorker.ready;
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(wish).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe(); // It was for another key.
    return pushManager.subscribe(wish);
  });
  const { endpoint, keys } = subscription.toJSON();
  // Quiet hours follow the clock here, also when summer time begins or ends.
  await postJson(path, token, { endpoint, ...keys, language, zone: -new Date().getTimezoneOffset() });
}

async function unsubscribe(token: string | null): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  await ask(path, token, { method: 'DELETE' });
}

/** One after the other: the last wish holds. */
let last: Promise<unknown> = Promise.resolve();
/** Of the session that was told. */
let told: string | null = null;

/** The server may reach this browser while no page is open, for the session of this token; null: not any more. Rejects
 *  where it does not. */
export function keep(token: string | null, language: string): Promise<void> {
  const done = last.then(async () => {
    if (token) await subscribe(token, language);
    else await unsubscribe(told);
    told = token;
  });
  last = done.catch(() => undefined);
  return done;
}
