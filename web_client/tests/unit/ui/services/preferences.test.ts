// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest';
import { common as zh } from '../../../../src/i18n/zh-Hans/common';
import { replayWords } from '../../../../src/i18n/replay_words';
import { memoryStorage } from '../../../../src/state/settings';
import { Preferences } from '../../../../src/ui/services/preferences';

it('speaks the words of a page in every language that is chosen later', async () => {
  const preferences = new Preferences(memoryStorage(), ['en']);
  await preferences.loadWords();
  preferences.learn(replayWords);
  expect(preferences.t('replay.title')).toBe(replayWords.en['replay.title']);
  preferences.change({ language: 'zh-Hant' });
  await preferences.loadWords();
  expect(preferences.t('replay.title')).toBe(replayWords['zh-Hant']['replay.title']);
  expect(preferences.t('app.loading')).not.toBe('app.loading');
});

it('keeps the old language, for pages too that come meanwhile, until the new one is here', async () => {
  const preferences = new Preferences(memoryStorage(), ['en']);
  await preferences.loadWords();
  preferences.change({ language: 'zh-Hans' });
  preferences.learn(replayWords);
  expect(preferences.t('replay.title')).toBe(replayWords.en['replay.title']);
  await preferences.loadWords();
  expect(preferences.t('replay.title')).toBe(replayWords['zh-Hans']['replay.title']);
});

it('has words of its own for the language that the browser asks for', async () => {
  const preferences = new Preferences(memoryStorage(), ['zh-TW']);
  await preferences.loadWords();
  preferences.learn(replayWords);
  expect(preferences.t('replay.title')).toBe(replayWords['zh-Hant']['replay.title']);
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
    two.heard('sanqi.name');
    expect(two.settings.value.language).toBe('en');
    two.heard('sanqi.settings');
    expect(two.settings.value).toMatchObject({
      language: 'zh-Hans',
      coordinates: false,
      game: 'xiangqi',
      level: 3,
    });
    await vi.waitFor(() => expect(two.t('app.loading')).toBe(zh['app.loading']));
  });
});
