import { describe, expect, it } from 'vitest';
import { composedIn, speakingCode } from '../../scripts/short_keys';
import type { Key } from '../../src/i18n/keys';
import { languageTags } from '../../src/i18n/languages';
import { simplified, words as inTaiwan } from '../../src/i18n/traditional';
import { fill, keyOf, languageFor } from '../../src/i18n/translate';
import { allWords, areas, wordsOf } from './areas';

const parts = await Promise.all(areas.map((area) => wordsOf('en', area)));
const en = await allWords('en');
const keys = Object.keys(en) as Key[];
const translated = languageTags.filter((tag) => tag !== 'en');
const places = (text = ''): string[] =>
  [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();

/** All characters of a double-byte encoding whose first byte lies between two. */
function charactersOf(encoding: string, from: number, to: number): Set<string> {
  const decoder = new TextDecoder(encoding);
  const pairs = Array.from({ length: to - from + 1 }, (_, lead) =>
    Array.from({ length: 0xff - 0x40 }, (_, trail) =>
      decoder.decode(Uint8Array.of(from + lead, 0x40 + trail)),
    ),
  );
  return new Set(pairs.flat().filter((one) => /^\p{Script=Han}$/u.test(one)));
}

describe('dictionaries', () => {
  it('hold each word in one area only', () => {
    expect(keys).toHaveLength(parts.reduce((sum, part) => sum + Object.keys(part).length, 0));
  });

  it.each(translated)('%s has the words of every area, with the same places', async (tag) => {
    for (const [index, area] of areas.entries()) {
      const words = await wordsOf(tag, area);
      expect(Object.keys(words).sort()).toEqual(Object.keys(parts[index] ?? {}).sort());
      for (const key of Object.keys(words) as Key[]) {
        expect(words[key]?.trim(), key).not.toBe('');
        expect(places(words[key]), key).toEqual(places(en[key]));
      }
    }
  });

  it('in English have one and many of what is counted, and in Chinese the same for all', async () => {
    const text = 'name|game|first|second|side';
    const many = new RegExp(String.raw`\{(?!(?:${text})\})\w+\} (?:\w+ )?(?!is\b)[a-z]+s\b`);
    for (const key of keys) expect(en[key], key).not.toMatch(many);
    expect(Object.values(await allWords('zh-Hans')).join()).not.toContain('|');
  });

  it('in English are words, not names of the code', () => {
    for (const key of keys) expect(en[key]?.replace(/\{\w+\}|DhtmlXQ/g, ''), key).not.toMatch(/[a-z][A-Z]/);
  });

  it('has no word that nothing says', () => {
    const code = speakingCode('src');
    const isComposed = composedIn(code);
    const said = (key: Key): boolean => code.includes(`'${key}'`) || isComposed(key);
    expect(keys.filter((key) => !said(key))).toEqual([]);
  });

  it('write traditional characters in zh-Hant', async () => {
    // A character that Big5 lacks is of the simplified script: a word that was not converted.
    const known = charactersOf('big5', 0xa4, 0xf9);
    expect(known.size).toBeGreaterThan(13_000);
    for (const area of areas) {
      const written = Object.values(await wordsOf('zh-Hant', area)).join('');
      expect([...new Set(written.match(/\p{Script=Han}/gu))].filter((one) => !known.has(one))).toEqual([]);
    }
  });

  // The test above cannot tell them: these stood in words for Taiwan.
  it('write no simplified character in zh-Hant that is a rare one in Big5', async () => {
    for (const area of areas)
      for (const [key, words] of Object.entries(await wordsOf('zh-Hant', area)))
        expect(words, key).not.toMatch(/[万优愿扰网价体听园坏胜虽适证识几个与无机术凭昵占损]/);
  });

  it('need every entry of the table of traditional characters', async () => {
    const written = Object.values(await allWords('zh-Hans')).join('\n');
    const entries = [...Object.keys(inTaiwan), ...Array.from(simplified)];
    expect(entries.length).toBeGreaterThan(200);
    expect(entries.filter((entry) => !written.includes(entry))).toEqual([]);
  });

  it('write simplified characters in zh-Hans', async () => {
    const known = charactersOf('gb2312', 0xb0, 0xf7);
    for (const area of areas) {
      const written = Object.values(await wordsOf('zh-Hans', area)).join('');
      expect([...new Set(written.match(/\p{Script=Han}/gu))].filter((one) => !known.has(one))).toEqual([]);
    }
  });

  it('say in zh-Hant what is said in Taiwan', async () => {
    const mainland =
      /屏蔽|添加|所有者|打擾|提交|註銷|保存|發送|識別|文本|坐標|點擊|拖動|會話|服務器|登錄|粘貼|網絡|默認|信息|軟件|屏幕|鼠標|創建|用戶|遊客|蹩|開房|全屏|查找|反複|答複|身份|局域|列表|演示|主頁|本地網|關注|打印|[高低大小等屬]于/;
    for (const area of areas)
      for (const [key, words] of Object.entries(await wordsOf('zh-Hant', area)))
        expect(words, key).not.toMatch(mainland);
    const all = await allWords('zh-Hant');
    // One leaves a tournament, and logs out of an account.
    expect([all['tournament.withdraw'], all['account.everywhere']]).toEqual(['退出', '登出（所有裝置）']);
    // A person is blocked; a chat is only hidden.
    expect([all['relation.do.block'], all['chat.mute'], all['chat.muted']]).toEqual([
      '封鎖',
      '隱藏聊天',
      '聊天已隱藏。',
    ]);
  });

  it('write Chinese with full-width signs, and without words that say something else', async () => {
    // Taking a hotel room; taking pieces in a game in which they are turned; a ban of renju.
    const others: readonly (readonly [RegExp, RegExp])[] = [
      [
        /./,
        /开房|還沒有下完|还没有下完|\p{Script=Han}[,:;!?()]|[,:;!?()]\p{Script=Han}|[，。：；！？、] | [，。：；！？、]/u,
      ],
      [/antireversi/, /吃/],
      [/xiangqi/, /禁手/],
    ];
    for (const area of areas)
      for (const [key, words] of Object.entries(await wordsOf('zh-Hans', area)))
        for (const [keys, wrong] of others) if (keys.test(key)) expect(words, key).not.toMatch(wrong);
  });

  it('are followed by a blank in no page where the Chinese one ends in a full-width sign', async () => {
    const hans = await allWords('zh-Hans');
    const one = String.raw`(?:[^{}]|\{(?:[^{}]|\{[^{}]*\})*\})*`;
    const before = new RegExp(String.raw`\bt\(\s*'([\w.]+)'${one}\}(?:\{' '\}| \{)`, 'g');
    const followed = [...speakingCode('src').matchAll(before)].map(([, key]) => key as Key);
    expect(followed).toContain('replay.image');
    expect(followed.filter((key) => /[，。：；！？、]$/.test(hans[key] ?? ''))).toEqual([]);
  });

  it('give no word that only every object has', () => {
    expect(keyOf(en, 'reason', 'constructor')).toBeNull();
  });
});

it('fills places and leaves unknown ones visible', () => {
  expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
});

it('counts one and many', () => {
  const words = '{n} {n|move|moves}';
  expect([0, 1, 2].map((n) => fill(words, { n }))).toEqual(['0 moves', '1 move', '2 moves']);
});

it('takes the script that a region writes', () => {
  expect(languageFor(['zh-TW', 'en'])).toBe('zh-Hant');
  expect(languageFor(['zh-Hant-HK'])).toBe('zh-Hant');
  expect(languageFor(['zh-CN'])).toBe('zh-Hans');
  expect(languageFor(['zh'])).toBe('zh-Hans');
  expect(languageFor(['de', 'zh-TW'])).toBe('en');
  expect(languageFor([])).toBe('en');
});
