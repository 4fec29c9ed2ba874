import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Account } from '../../../src/state/account';
import { memoryStorage } from '../../../src/state/settings';
import { Link } from '../../../src/ui/link';
import { FakeSocket } from '../protocol/fake_socket';

beforeEach(() => {
  FakeSocket.all = [];
  vi.stubGlobal('WebSocket', FakeSocket);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('a line that is new tells what time it is, whatever the one before said', () => {
  vi.useFakeTimers();
  const link = new Link(new Account(memoryStorage()), 'http://sanqi');
  link.to(null);
  FakeSocket.last.greet(); // By which the server's clock stands at 1,000.
  expect(link.time.at(performance.now())).toBe(1_000);
  vi.advanceTimersByTime(8_000);
  link.to('room');
  FakeSocket.last.greet();
  expect(FakeSocket.all).toHaveLength(2);
  expect(link.time.at(performance.now())).toBe(1_000);
  link.to('none');
});
