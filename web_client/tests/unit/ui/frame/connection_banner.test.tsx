// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { act } from '@testing-library/preact';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { room } from '../../../../src/i18n/en/room';
import type { ConnectionStatus } from '../../../../src/protocol/connection';
import { memoryStorage } from '../../memory_storage';
import { ConnectionBanner } from '../../../../src/ui/frame/connection_banner';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { cleanup, render, screen } from '../screen';

const status = signal<ConnectionStatus>('open');
const to = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  status.value = 'open';
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

/** What stands there once the line was in this state for a while. */
function said(state: ConnectionStatus, clockRuns = false): string | null {
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...room } });
  const services = { socket: { status, clockRuns: () => clockRuns }, navigation: { to }, preferences };
  render(
    <ServicesContext.Provider value={services as unknown as Services}>
      <ConnectionBanner />
    </ServicesContext.Provider>,
  );
  void act(() => void (status.value = state));
  expect(screen.queryByRole('alert')).toBeNull();
  void act(() => void vi.advanceTimersByTime(1_000));
  return screen.queryByRole('alert')?.textContent ?? null;
}

it.each([
  ['kicked', 'The host has removed you from this room.'],
  ['outdated', 'There is a new version of this page.'],
  ['logged_out', 'You were logged out.'],
  ['banned', 'A moderator has banned you from this server.'],
] as const)('says why the line is closed for good: %s', (state, words) => {
  expect(said(state)).toContain(words);
  expect(screen.getByRole('button')).toBeTruthy();
});

it('leads who is banned to where one may answer', () => {
  said('banned');
  screen.getByText('Why?').click();
  expect(to).toHaveBeenCalledWith({ page: 'moderation' });
});

it('says that the clock goes on while the line is lost, and offers nothing', () => {
  expect(said('lost', true)).toContain('the clock keeps running');
  expect(screen.queryByRole('button')).toBeNull();
});

it('says nothing of a clock where none runs, and is gone as soon as the line is back', () => {
  expect(said('lost')).not.toContain('clock');
  void act(() => void (status.value = 'open'));
  expect(screen.queryByRole('alert')).toBeNull();
});
