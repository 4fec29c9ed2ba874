import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../../src/protocol/connection';
import { memoryStorage } from '../../../../src/state/settings';
import { Preferences } from '../../../../src/ui/services/preferences';
import { Toasts } from '../../../../src/ui/services/toasts';

describe('refusals', () => {
  let preferences: Preferences;
  let toasts: Toasts;
  beforeEach(async () => {
    preferences = new Preferences(memoryStorage(), ['zh-CN']);
    await preferences.needRooms();
    toasts = new Toasts(preferences);
  });
  const said = (code: string, reason?: string): string =>
    toasts.describe(new Refusal(code, 'The server said.', reason));

  it('are told in the words of the reader, by what was in the way where the server says so', () => {
    expect(said('illegal_move', 'leg_blocked')).toBe('蹩马腿。');
    expect(said('illegal_move', 'symmetric')).toBe('有两个打点对称，请另选。');
    expect(said('rate_limited', 'games')).toBe('请先下完一些对局。');
    expect(said('rate_limited')).toBe('操作太频繁，请稍候。');
    expect(said('not_allowed', 'rated')).toBe('等级分赛中不能这样做。');
    expect(said('forbidden', 'removed')).toBe('您已被移出这个房间。');
  });

  it('are never a code, nor a sentence in another language', () => {
    expect(said('illegal_move', 'of_a_newer_server')).toBe('这步棋不合规则。');
    expect(said('bad_message', 'hint')).toBe('操作未被接受。');
    for (const code of ['http_502', 'internal', 'of_a_newer_server'])
      expect(said(code)).toBe('出错了，请重新载入。');
    expect(said('illegal_move', 'syntax')).not.toContain('{');
    expect(toasts.describe(new Error('fetch failed'))).toBe('无法连接服务器。');
  });

  it('fetch their words where no page of rooms has brought them', async () => {
    const lobby = new Preferences(memoryStorage(), ['zh-CN']);
    await lobby.loadWords();
    const seen = new Toasts(lobby);
    seen.fail(new Refusal('rate_limited', 'The server said.', 'games'));
    await vi.waitFor(
      () => expect(seen.list.value.map(({ text }) => text)).toEqual(['请先下完一些对局。']),
      30_000,
    );
  });

  it('have the details of the server for those who read English', async () => {
    const refusal = new Refusal('bad_message', 'Red has 3 rooks.', 'pos');
    expect(toasts.detail(refusal)).toBe('');
    preferences.change({ language: 'en' });
    await preferences.loadWords();
    expect(toasts.detail(refusal)).toBe('Red has 3 rooks.');
  });
});
