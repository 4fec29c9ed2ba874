// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { lobby } from '../../../../src/i18n/en/lobby';
import { memoryStorage } from '../../memory_storage';
import type { LobbyModel } from '../../../../src/ui/lobby/lobby_model';
import { view as RangePicker } from '../../../../src/ui/lobby/range_picker';
import { Setup } from '../../../../src/ui/lobby/setup';
import { StartButton } from '../../../../src/ui/lobby/start_button';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { act, cleanup, fireEvent, render, screen } from '../screen';

afterEach(cleanup);

/** The range and the button that searches within it. */
function open() {
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...lobby } });
  const setup = new Setup(preferences);
  setup.chooseOpponent('anyone');
  const search = signal<object | null>(null);
  const model = { search, busy: signal(false) } as unknown as LobbyModel;
  const account = { user: signal(null) };
  const socket = { status: signal('open'), games: signal([]) };
  render(
    <ServicesContext.Provider value={{ account, socket, preferences } as unknown as Services}>
      <RangePicker setup={setup} />
      <StartButton model={model} setup={setup} />
    </ServicesContext.Provider>,
  );
  return search;
}

const type = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(`Opponent’s rating ${label}`), { target: { value } });

const isDisabled = (): boolean => screen.getByRole<HTMLButtonElement>('button').disabled;

it('says that nobody has a rating above the one bound and below the other, and starts no search for them', () => {
  const search = open();
  type('at least', '1600');
  type('at most', '1500');
  expect(screen.getByRole('status').textContent).toBe('“At least” is above “at most”.');
  expect(screen.getByLabelText('Opponent’s rating at most').getAttribute('aria-invalid')).toBe('true');
  expect(isDisabled()).toBe(true);
  // One that goes on can be stopped.
  void act(() => void (search.value = { since: 0, time: null }));
  expect(isDisabled()).toBe(false);
});

it('starts one as soon as the bounds are in order', () => {
  open();
  type('at least', '1600');
  type('at most', '1500');
  type('at most', '1600');
  expect(screen.getByRole('status').textContent).toBe('');
  expect(isDisabled()).toBe(false);
});
