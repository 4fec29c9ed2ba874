import { ask, fetchJson, postJson } from '../../protocol/http';

const path = '/api/me/push';

/** The server may reach this browser while no page is open, if it sends messages at all. Rejects where it does not. */
export async function subscribe(token: string | null, language: string): Promise<void> {
  const { key } = await fetchJson<{ key: string }>('/api/push');
  const { pushManager } = await navigator.serviceWorker.ready;
  const wish = { userVisibleOnly: true, applicationServerKey: key };
  const subscription = await pushManager.subscribe(wish).catch(async () => {
    await (await pushManager.getSubscription())?.unsubscribe(); // It was for another key.
    return pushManager.subscribe(wish);
  });
  const { endpoint, keys } = subscription.toJSON();
  await postJson(path, token, { endpoint, ...keys, language });
}

export async function unsubscribe(token: string | null): Promise<void> {
  const { pushManager } = await navigator.serviceWorker.ready;
  await (await pushManager.getSubscription())?.unsubscribe();
  await ask(path, token, { method: 'DELETE' });
}
