import { expect, it, vi } from 'vitest';
import { begin } from '../../../src/ui/for_accounts';
import type { Services } from '../../../src/ui/services/services';

const begun = vi.hoisted(() => [] as string[]);
vi.mock('../../../src/ui/challenges/challenges', () => ({ show: () => begun.push('challenges') }));
vi.mock('../../../src/ui/frame/push', () => ({ keepSubscribed: () => begun.push('push') }));
vi.mock('../../../src/ui/inbox/unread', () => ({ watchUnread: () => begun.push('inbox') }));
vi.mock('../../../src/ui/core/kept_files', () => ({ forgetWhoLeft: () => begun.push('files') }));

it('begins all that accounts have, once', () => {
  begin({} as Services);
  begin({} as Services);
  expect(begun).toEqual(['challenges', 'push', 'files', 'inbox']);
});
