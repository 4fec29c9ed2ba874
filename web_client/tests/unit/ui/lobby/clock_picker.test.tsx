// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { lobby } from '../../../../src/i18n/en/lobby';
import type { TimeControl } from '../../../../src/protocol/types';
import { memoryStorage } from '../../memory_storage';
import { view as ClockPicker } from '../../../../src/ui/lobby/clock_picker';
import { presets } from '../../../../src/ui/lobby/clocks';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { act, cleanup, fireEvent, render, screen } from '../screen';

afterEach(cleanup);

/** How often the lobby around it was drawn. */
const drawings = signal(0);

/** The picker beside tiles, which choose a clock, too. */
function open() {
  const time = signal<TimeControl | null>(null);
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...lobby } });
  const Picker = () => (
    <div data-drawings={drawings.value}>
      <ClockPicker id="c" value={time.value} without={presets} onChange={(one) => (time.value = one)} />
    </div>
  );
  render(
    <ServicesContext.Provider value={{ preferences } as unknown as Services}>
      <Picker />
    </ServicesContext.Provider>,
  );
  return time;
}

it('shows the fields of a clock of one’s own until another clock is chosen beside it', () => {
  const time = open();
  fireEvent.change(screen.getByLabelText('Clock'), { target: { value: 'custom' } });
  fireEvent.change(screen.getByLabelText('Minutes'), { target: { value: '7' } });
  expect(time.value).toMatchObject({ initial: 420_000 });
  void act(() => void (time.value = presets[0] ?? null));
  expect(screen.queryByLabelText('Minutes')).toBeNull();
  expect(screen.getByLabelText<HTMLSelectElement>('Clock').value).toBe('1+0');
});

it('leaves alone what is being typed: a point that has no digit behind it yet is no number', () => {
  const time = open();
  fireEvent.change(screen.getByLabelText('Clock'), { target: { value: 'custom' } });
  const before = time.value;
  fireEvent.input(screen.getByLabelText('Minutes'), { target: { value: '1' } });
  expect(time.value).toBe(before);
  fireEvent.change(screen.getByLabelText('Minutes'), { target: { value: '1.5' } });
  expect(time.value).toMatchObject({ initial: 90_000 });
});

it('keeps what is half typed when a message of the server has the lobby drawn again', async () => {
  const time = open();
  fireEvent.change(screen.getByLabelText('Clock'), { target: { value: 'custom' } });
  const minutes = screen.getByLabelText<HTMLInputElement>('Minutes');
  fireEvent.input(minutes, { target: { value: '25' } });
  await act(() => {
    drawings.value++;
  });
  expect(minutes.value).toBe('25');
  fireEvent.change(minutes);
  expect(time.value).toMatchObject({ initial: 1_500_000 });
});

it('does not repeat the clocks that stand beside it', () => {
  open();
  const names = Array.from(screen.getByLabelText<HTMLSelectElement>('Clock').options, ({ value }) => value);
  expect(names).not.toContain('10+5');
  expect(names).toContain('none');
});

it('takes what is typed for the nearest clock that servers know, and shows it', () => {
  const time = open();
  fireEvent.change(screen.getByLabelText('Clock'), { target: { value: 'custom' } });
  const type = (label: string, value: string): string => {
    const field = screen.getByLabelText<HTMLInputElement>(label);
    fireEvent.change(field, { target: { value } });
    return field.value;
  };
  expect(type('Periods', '2.4')).toBe('2');
  expect(time.value).toMatchObject({ byoyomi: 30_000, periods: 2 });
  expect(type('Periods', '0')).toBe('1');
  expect(time.value).toMatchObject({ byoyomi: 30_000, periods: 1 });
  expect(type('Byo-yomi, s', '-30')).toBe('0');
  expect(type('Increment, s', '-5')).toBe('0');
  expect(time.value).toMatchObject({ initial: 600_000, increment: 0 });
  expect(type('Minutes', '999')).toBe('180');
  expect(time.value).toMatchObject({ initial: 10_800_000 });
});

it('takes increments or periods, and nothing for the one that does not count', () => {
  open();
  fireEvent.change(screen.getByLabelText('Clock'), { target: { value: 'custom' } });
  const closed = () =>
    screen
      .getAllByRole<HTMLInputElement>('spinbutton')
      .flatMap(({ readOnly, labels }) => (readOnly ? [labels?.[0]?.textContent] : []));
  expect(closed()).toEqual(['Increment, s']);
  fireEvent.change(screen.getByLabelText('Byo-yomi, s'), { target: { value: '0' } });
  expect(closed()).toEqual(['Periods']);
});
