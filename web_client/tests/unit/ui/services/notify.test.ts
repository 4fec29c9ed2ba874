// @vitest-environment happy-dom
import { afterEach, describe, expect, it, vi } from 'vitest';
import { notify } from '../../../../src/ui/services/notify';

const shown = vi.fn();

/** A browser in which the visitor has allowed messages and sees another page; on plain http there are no workers at
 *  all. */
function browser({ refuses, worker }: { refuses: boolean; worker: boolean | 'insecure' }): void {
  function Message(title: string): void {
    if (refuses)
      throw new TypeError('Illegal constructor. Use ServiceWorkerRegistration.showNotification().');
    shown('page', title);
  }
  vi.stubGlobal('Notification', Object.assign(Message, { permission: 'granted' }));
  const registration = { showNotification: (title: string) => void shown('worker', title) };
  const container = { getRegistration: () => Promise.resolve(worker ? registration : undefined) };
  if (worker === 'insecure') Reflect.deleteProperty(navigator, 'serviceWorker');
  else Object.defineProperty(navigator, 'serviceWorker', { value: container, configurable: true });
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
}

afterEach(() => {
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

describe('a message of the system', () => {
  it('comes from the page', async () => {
    browser({ refuses: false, worker: true });
    await notify('Your move');
    expect(shown.mock.calls).toEqual([['page', 'Your move']]);
  });

  it('comes from the service worker where the page may not speak, as on Android', async () => {
    browser({ refuses: true, worker: true });
    await notify('Your move');
    expect(shown.mock.calls).toEqual([['worker', 'Your move']]);
  });

  it('is left out where nobody may, and nothing breaks', async () => {
    for (const worker of [false, 'insecure'] as const) {
      browser({ refuses: true, worker });
      await expect(notify('Your move')).resolves.toBeUndefined();
    }
    expect(shown).not.toHaveBeenCalled();
  });

  it('is left out where its file does not come', async () => {
    vi.doMock('../../../../src/ui/services/notification', () => {
      throw new Error('no network');
    });
    vi.resetModules();
    const again = await import('../../../../src/ui/services/notify');
    browser({ refuses: false, worker: true });
    await expect(again.notify('Your move')).resolves.toBeUndefined();
    expect(shown).not.toHaveBeenCalled();
  });

  it('does not come to who sees the page', async () => {
    browser({ refuses: false, worker: true });
    Object.defineProperty(document, 'hidden', { value: false, configurable: true });
    await notify('Your move');
    expect(shown).not.toHaveBeenCalled();
  });
});
