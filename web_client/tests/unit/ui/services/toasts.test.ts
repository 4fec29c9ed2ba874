import { effect } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Refusal } from '../../../../src/protocol/connection';
import { memoryStorage } from '../../memory_storage';
import { Preferences } from '../../../../src/ui/services/preferences';
import { Toasts } from '../../../../src/ui/services/toasts';

let preferences: Preferences;
let toasts: Toasts;
beforeEach(async () => {
  preferences = new Preferences(memoryStorage(), ['zh-CN']);
  await preferences.loadRoomWords();
  toasts = new Toasts(preferences);
});

const texts = (of = toasts): readonly string[] => of.list.value.map(({ text }) => text);
const refusal = (code: string, reason?: string): Refusal => new Refusal(code, 'The server said.', reason);
const horse = refusal('illegal_move', 'leg_blocked');

describe('refusals', () => {
  const said = (code: string, reason?: string): string => toasts.describe(refusal(code, reason));
  beforeEach(() => vi.waitFor(() => expect(toasts.describe(horse)).toBe('蹩马腿。'), 30_000));

  it('are told in the words of the reader, by what was in the way where the server says so', () => {
    expect(said('illegal_move', 'symmetric')).toBe('有两个打点对称，请另选。');
    expect(said('rate_limited', 'games')).toBe('请先下完一些对局。');
    expect(said('rate_limited')).toBe('操作太频繁，请稍候。');
    expect(said('not_allowed', 'rated')).toBe('等级分赛中不能这样做。');
    expect(said('forbidden', 'removed')).toBe('您已被移出。');
    // Of whatever is looked for, on whatever page: no word of a room.
    expect(said('not_found')).toBe('没有找到，或已不存在。');
    expect(said('unauthorized')).toBe('请重新登录。');
    // A moderator's own words.
    expect(said('not_allowed', 'measure')).toBe('管理员已将您禁言：The server said.');
  });

  // `blocked` is also why a challenge is refused, `game` also a field, `games` also a limit.
  it.each(['blocked', 'games', 'full', 'rated', 'account', 'program'])(
    'of a bad game, message or code with the reason %s are no refusal between people',
    (reason) => {
      for (const code of ['bad_game', 'bad_message', 'bad_code', 'bad_name'])
        expect(said(code, reason)).toBe(said(code));
      expect(said('illegal_move', 'blocked')).toBe('中间有子阻挡。');
      expect(said('forbidden', 'blocked')).toBe('对方不愿意。');
    },
  );

  it('are never a code, nor a sentence in another language', () => {
    expect(said('illegal_move', 'of_a_newer_server')).toBe('这步棋不合规则。');
    expect(said('bad_message', 'hint')).toBe('操作未被接受。');
    for (const code of ['http_502', 'internal', 'of_a_newer_server'])
      expect(said(code)).toBe('出错了，请重新载入。');
    expect(said('illegal_move', 'syntax')).not.toContain('{');
    expect(toasts.describe(new Error('fetch failed'))).toBe('无法连接服务器。');
  });

  it('say nothing of what was asked before its page was left', () => {
    toasts.showError(refusal('connection_lost', 'left'));
    expect(texts()).toEqual([]);
    toasts.showError(refusal('connection_lost'));
    expect(texts()).toHaveLength(1);
  });

  it('name an example where the words have a place for it', () => {
    toasts.showError(new Refusal('illegal_move', '炮二平五', 'example'));
    expect(texts()).toEqual(['看不懂，可以写成 炮二平五。']);
  });

  // Who looked elsewhere for five seconds never knew that a game was over.
  it('stay as long as they are to, each of its own game', async () => {
    vi.useFakeTimers();
    for (const game of ['one', 'other']) toasts.show('It is over.', 'plain', game, 10_000);
    toasts.show('Copied.');
    await vi.advanceTimersByTimeAsync(9_000);
    expect(texts()).toEqual(['It is over.', 'It is over.']);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(texts()).toEqual([]);
    vi.useRealTimers();
  });

  it('have the details of the server for those who read English', async () => {
    const position = new Refusal('bad_message', 'Red has 3 rooks.', 'pos');
    expect(toasts.detail(position)).toBe('');
    preferences.change({ language: 'en' });
    await preferences.loadWords();
    expect(toasts.detail(position)).toBe('Red has 3 rooks.');
  });
});

describe('words of refusals that are not here yet', () => {
  afterEach(() => void vi.useRealTimers());

  it('are there when the first refusal is said', async () => {
    toasts.showError(horse);
    await vi.waitFor(() => expect(texts()).toEqual(['蹩马腿。']), 30_000);
  });

  it('are fetched where no page of rooms has brought those for the codes', async () => {
    const lobby = new Preferences(memoryStorage(), ['zh-CN']);
    await lobby.loadWords();
    const seen = new Toasts(lobby);
    seen.showError(refusal('rate_limited', 'games'));
    await vi.waitFor(() => expect(texts(seen)).toEqual(['请先下完一些对局。']), 30_000);
  });

  it('replace on a page those for the code alone', async () => {
    const shown: string[] = [];
    effect(() => void shown.push(toasts.describe(horse)));
    await vi.waitFor(() => expect(shown).toContain('蹩马腿。'), 30_000);
    expect(shown[0]).toBe('这步棋不合规则。');
  });

  it('leave those for the code if they cannot be fetched, and are asked for again', async () => {
    vi.spyOn(preferences, 'addWords').mockRejectedValueOnce(new Error('no network'));
    toasts.showError(horse);
    await vi.waitFor(() => expect(texts()).toEqual(['这步棋不合规则。']), 30_000);
    toasts.showError(horse);
    await vi.waitFor(() => expect(texts()).toEqual(['这步棋不合规则。', '蹩马腿。']), 30_000);
  });

  it('are not waited for long', async () => {
    vi.useFakeTimers();
    vi.spyOn(preferences, 'addWords').mockReturnValue(new Promise(() => undefined));
    toasts.showError(horse);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(texts()).toEqual(['这步棋不合规则。']);
  });
});
