// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import type { Refusal } from '../../../../src/protocol/connection';
import type { ServerMessage } from '../../../../src/protocol/server_messages';
import type { User } from '../../../../src/protocol/types';
import { memoryStorage } from '../../memory_storage';
import { listenForNotices } from '../../../../src/ui/frame/notices';
import type { SocketListener } from '../../../../src/ui/services/socket_client';
import { Preferences } from '../../../../src/ui/services/preferences';
import type { Services } from '../../../../src/ui/services/services';

/** What is said to the visitor when the server says `message`. */
async function saidTo(user: User | null, message: ServerMessage): Promise<readonly string[]> {
  const say = vi.fn<(text: string) => void>();
  const subscribe = (listener: SocketListener): (() => void) => {
    listener.onMessage(message);
    return () => undefined;
  };
  const socket = { subscribe };
  const account = { user: signal(user) };
  const preferences = new Preferences(memoryStorage(), ['en']);
  let learned = (): void => undefined;
  const words = new Promise<void>((done) => (learned = done));
  const showError = ({ reason, message }: Refusal): void => say(`${reason} ${message}`);
  const toasts = { show: say, showError };
  listenForNotices({ account, socket, preferences, toasts } as unknown as Services, words);
  // The words come later than what the server says.
  void preferences.addWords({ en: common });
  expect(say).not.toHaveBeenCalled();
  learned();
  await words;
  return say.mock.calls.map(([text]) => text);
}

const lin = { id: 'u1', name: 'lin', guest: true };
const taken: ServerMessage = { t: 'error', code: 'name_taken', message: '' };

describe('notices', () => {
  it('tell of a restart how long it takes', async () => {
    const notice: ServerMessage = { t: 'notice', level: 'info', text: 'restart', restartInMs: 1_500 };
    expect((await saidTo(lin, notice)).join()).toContain('in 2 s');
  });

  it('tell a guest that a wished name is taken, but not who was logged out elsewhere', async () => {
    expect(await saidTo(null, taken)).toEqual(['This name is taken or reserved.']);
    expect(await saidTo(lin, taken)).toHaveLength(1);
    expect(await saidTo({ ...lin, guest: false }, taken)).toEqual([]);
    expect(await saidTo({ ...lin, guest: false }, { ...taken, code: 'bad_name' })).toHaveLength(1);
  });

  it('keep to themselves what belongs to a page', async () => {
    expect(await saidTo(lin, { ...taken, code: 'not_found' })).toEqual([]);
  });
});
