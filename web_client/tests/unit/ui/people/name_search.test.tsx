// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { people } from '../../../../src/i18n/en/people';
import { memoryStorage } from '../../memory_storage';
import { NameSearch } from '../../../../src/ui/people/name_search';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { act, cleanup, fireEvent, render, screen } from '../screen';

beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  cleanup();
});

function open(name = '') {
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: people });
  const onName = vi.fn();
  const search = (hear: (name: string) => void, found = name) => (
    <ServicesContext.Provider value={{ preferences } as unknown as Services}>
      <NameSearch label="Player" name={found} onName={hear} />
    </ServicesContext.Provider>
  );
  const { rerender } = render(search(onName));
  const type = (value: string): void =>
    void fireEvent.input(screen.getByLabelText('Player'), { target: { value } });
  return { onName, type, listen: (...told: Parameters<typeof search>) => rerender(search(...told)) };
}

it('looks for a name that is no longer typed, without Enter', () => {
  const { onName, type } = open();
  type('li');
  void act(() => void vi.advanceTimersByTime(300));
  type(' lin ');
  void act(() => void vi.advanceTimersByTime(599));
  expect(onName).not.toHaveBeenCalled();
  void act(() => void vi.advanceTimersByTime(1));
  expect(onName).toHaveBeenCalledExactlyOnceWith('lin');
});

it('tells the page as it is when the pause is over, with filters that were chosen meanwhile', () => {
  const { onName, type, listen } = open();
  type('lin');
  const withFilter = vi.fn();
  listen(withFilter);
  void act(() => void vi.advanceTimersByTime(600));
  expect(onName).not.toHaveBeenCalled();
  expect(withFilter).toHaveBeenCalledExactlyOnceWith('lin');
});

it('leaves the blank after a first name, which is found meanwhile', () => {
  const { type, listen } = open();
  type('Li ');
  listen(() => undefined, 'Li');
  expect(screen.getByLabelText<HTMLInputElement>('Player').value).toBe('Li ');
  listen(() => undefined, 'Mei');
  expect(screen.getByLabelText<HTMLInputElement>('Player').value).toBe('Mei');
});

it('keeps what is typed while the name before is found', () => {
  const { onName, type, listen } = open();
  type('li');
  void act(() => void vi.advanceTimersByTime(600));
  type('lin');
  listen(onName, 'li');
  expect(screen.getByLabelText<HTMLInputElement>('Player').value).toBe('lin');
  void act(() => void vi.advanceTimersByTime(600));
  expect(onName.mock.calls).toEqual([['li'], ['lin']]);
  listen(onName, '');
  expect(screen.getByLabelText<HTMLInputElement>('Player').value).toBe('');
  listen(onName, 'li');
  expect(screen.getByLabelText<HTMLInputElement>('Player').value).toBe('li');
});

it('looks at once for who presses the button', () => {
  const { onName, type } = open('mei');
  type('lin');
  fireEvent.click(screen.getByRole('button'));
  expect(onName).toHaveBeenCalledExactlyOnceWith('lin');
});
