import { expect, it } from 'vitest';
import { memoryStorage } from '../memory_storage';
import type { KeyValueStore } from '../../../src/state/storage';
import { safeStorage } from '../../../src/state/storage';

const refuse = (): never => {
  throw new DOMException('no', 'QuotaExceededError');
};

it('keeps things in the browser', () => {
  const browser = memoryStorage();
  const keep = safeStorage(() => browser);
  keep.setItem('a', '1');
  expect(browser.getItem('a')).toBe('1');
  expect(keep.getItem('a')).toBe('1');
  keep.removeItem('a');
  expect(browser.getItem('a')).toBeNull();
});

it.each<[string, () => KeyValueStore]>([
  ['that is forbidden', refuse],
  ['of which each use fails', () => ({ getItem: refuse, setItem: refuse, removeItem: refuse })],
])('lasts as long as the page beside a storage %s', (_, open) => {
  const keep = safeStorage(open);
  expect(keep.getItem('a')).toBeNull();
  keep.setItem('a', '1');
  expect(keep.getItem('a')).toBe('1');
  keep.removeItem('a');
  expect(keep.getItem('a')).toBeNull();
});

it('says what was kept last where the storage is full, and writes it as soon as there is room', () => {
  const browser = memoryStorage();
  browser.setItem('a', 'old');
  let isFull = true;
  const full: KeyValueStore = {
    ...browser,
    setItem: (key, value) => (isFull ? refuse() : browser.setItem(key, value)),
  };
  const keep = safeStorage(() => full);
  keep.setItem('a', 'new');
  expect([keep.getItem('a'), browser.getItem('a')]).toEqual(['new', 'old']);
  isFull = false;
  keep.setItem('a', 'newer');
  expect([keep.getItem('a'), browser.getItem('a')]).toEqual(['newer', 'newer']);
});
