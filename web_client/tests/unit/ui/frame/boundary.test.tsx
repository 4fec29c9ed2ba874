// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { memoryStorage } from '../../memory_storage';
import type { Route } from '../../../../src/state/route';
import { Boundary } from '../../../../src/ui/frame/boundary';
import { listenForNotices } from '../../../../src/ui/frame/notices';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { Toasts } from '../../../../src/ui/services/toasts';
import { cleanup, render, screen, waitFor } from '../screen';

let services: Services;
beforeEach(() => {
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: common });
  const socket = { subscribe: () => () => undefined, status: signal('open') };
  services = { preferences, socket, toasts: new Toasts(preferences) } as unknown as Services;
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

describe('a page that cannot be drawn', () => {
  const Broken = () => {
    throw new Error('no such piece set');
  };
  const show = (route: Route, page: preact.JSX.Element): preact.JSX.Element => (
    <ServicesContext.Provider value={services}>
      <p>frame</p>
      <Boundary route={route} t={services.preferences.t}>
        {page}
      </Boundary>
    </ServicesContext.Provider>
  );

  it('says what happened and offers to reload, and leaves the frame and other pages alone', async () => {
    const { rerender } = render(show({ page: 'games' }, <Broken />));
    expect((await screen.findByRole('alert')).textContent).toContain('no such piece set');
    expect(screen.getByRole('button', { name: 'Reload' })).toBeTruthy();
    expect(screen.getByText('frame')).toBeTruthy();
    rerender(show({ page: 'lobby' }, <p>lobby</p>));
    expect(await screen.findByText('lobby')).toBeTruthy();
  });

  // It was taken for no failure, and the page stayed blank.
  it.each([undefined, null, 0, ''])('says so also where %j was thrown', async (thrown) => {
    const Nothing = vi.fn(() => {
      throw thrown as unknown as Error;
    });
    render(show({ page: 'games' }, <Nothing />));
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(common['error.broken']));
    expect(Nothing).toHaveBeenCalledOnce();
  });
});

describe('what fails elsewhere', () => {
  const said = (): readonly string[] => services.toasts.list.value.map(({ text }) => text);
  beforeEach(() => listenForNotices(services, Promise.resolve()));

  it.each([
    ['an error', () => Object.assign(new Event('error'), { error: new Error('x') })],
    ['a promise', () => Object.assign(new Event('unhandledrejection'), { reason: new Error('x') })],
  ])('is told: %s', (_, event) => {
    dispatchEvent(event());
    expect(said()).toEqual([common['error.broken']]);
  });

  it('is told of errors only', () => {
    dispatchEvent(new Event('error'));
    expect(said()).toEqual([]);
  });
});
