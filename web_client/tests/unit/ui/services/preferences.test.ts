// @vitest-environment happy-dom
import { effect } from '@preact/signals';
import { describe, expect, it, vi } from 'vitest';
import { common as zh } from '../../../../src/i18n/zh-Hans/common';
import { replayWords } from '../../../../src/i18n/areas/replay_words';
import { memoryStorage } from '../../memory_storage';
import { Preferences } from '../../../../src/ui/services/preferences';

it('speaks the words of a page in every language that is chosen later', async () => {
  const preferences = new Preferences(memoryStorage(), ['en']);
  await preferences.loadWords();
  void preferences.addWords(replayWords);
  expect(preferences.t('replay.title')).toBe(replayWords.en['replay.title']);
  preferences.change({ language: 'zh-Hant' });
  await preferences.loadWords();
  expect(preferences.t('replay.title')).toBe('覆盤');
  expect(preferences.t('app.loading')).not.toBe('app.loading');
});

it('keeps the old language, for pages too that come meanwhile, until the new one is here', async () => {
  const preferences = new Preferences(memoryStorage(), ['en']);
  await preferences.loadWords();
  preferences.change({ language: 'zh-Hans' });
  void preferences.addWords(replayWords);
  expect(preferences.t('replay.title')).toBe(replayWords.en['replay.title']);
  await preferences.loadWords();
  expect(preferences.t('replay.title')).toBe(replayWords['zh-Hans']['replay.title']);
});

describe('in traditional characters', () => {
  const open = async (language: string): Promise<Preferences> => {
    const preferences = new Preferences(memoryStorage(), [language]);
    await preferences.loadWords();
    return preferences;
  };

  it('has the words of a page ready when it may be drawn, and simplified ones at no time', async () => {
    const preferences = await open('zh-TW');
    const seen: string[] = [];
    effect(() => void seen.push(preferences.t('replay.export')));
    await preferences.addWords(replayWords);
    expect(preferences.t('replay.export')).toBe('匯出');
    expect(seen).toEqual(['replay.export', '匯出']);
  });

  it('keeps the simplified ones of a page until all that is said is here', async () => {
    const preferences = await open('zh-CN');
    await preferences.addWords(replayWords);
    const seen: string[] = [];
    effect(() => void seen.push(preferences.t('nav.play') + preferences.t('replay.export')));
    preferences.change({ language: 'zh-Hant' });
    await preferences.loadWords();
    expect(new Set(seen)).toEqual(new Set(['对弈导出', '對弈匯出']));
  });

  it('has those of a page that comes while the language does', async () => {
    const preferences = await open('en');
    preferences.change({ language: 'zh-Hant' });
    await Promise.all([preferences.loadWords(), preferences.addWords(replayWords)]);
    expect(preferences.t('replay.export')).toBe('匯出');
  });
});

it('loads the page again where what a new language needs does not come, and says the old one', async () => {
  vi.resetModules();
  vi.doMock('../../../../src/i18n/traditional', () => {
    throw new Error('not there');
  });
  const again = await import('../../../../src/ui/services/preferences');
  const preferences = new again.Preferences(memoryStorage(), ['zh-CN']);
  await preferences.loadWords();
  await preferences.addWords(replayWords);
  const tried = new Promise<void>((resolve) => (window.tryAgain = () => resolve()));
  preferences.change({ language: 'zh-Hant' });
  await tried;
  expect(preferences.t('nav.play') + preferences.t('replay.export')).toBe('对弈导出');
  vi.doUnmock('../../../../src/i18n/traditional');
});

it('tells the styles of a choice as soon as it is made', () => {
  const preferences = new Preferences(memoryStorage(), ['en']);
  preferences.applyTo(document.documentElement);
  expect(document.documentElement.hasAttribute('data-blue-orange')).toBe(false);
  preferences.change({ blueOrange: true });
  expect(document.documentElement.hasAttribute('data-blue-orange')).toBe(true);
});

describe('two tabs', () => {
  const keep = memoryStorage();
  const open = (): Preferences => new Preferences(keep, ['en']);

  it('write what was changed in each, and nothing else', () => {
    const [one, two] = [open(), open()];
    one.change({ theme: 'dark' });
    two.change({ volume: 0.1 });
    expect(open().settings.value).toMatchObject({ theme: 'dark', volume: 0.1 });
  });

  it('show what was chosen in either, and its language, but keep their own form of the lobby', async () => {
    const [one, two] = [open(), open()];
    await Promise.all([one.loadWords(), two.loadWords()]);
    one.change({ language: 'zh-Hans', coordinates: false, game: 'gomoku', level: 8 });
    two.onStorage('sanqi.name');
    expect(two.settings.value.language).toBe('en');
    two.onStorage('sanqi.settings');
    expect(two.settings.value).toMatchObject({
      language: 'zh-Hans',
      coordinates: false,
      game: 'xiangqi',
      level: 3,
    });
    await vi.waitFor(() => expect(two.t('app.loading')).toBe(zh['app.loading']), 30_000);
  });
});
