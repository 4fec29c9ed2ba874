// @vitest-environment happy-dom
import { expect, it } from 'vitest';
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
