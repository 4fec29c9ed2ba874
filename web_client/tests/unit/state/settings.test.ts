import { describe, expect, it } from 'vitest';
import { defaults, loadSettings, memoryStorage, saveSettings } from '../../../src/state/settings';

describe('settings', () => {
  it('follow the language of the browser until chosen', () => {
    expect(defaults(['zh-CN', 'en']).language).toBe('zh-Hans');
    expect(defaults(['zh-CN']).pieceSet).toBe('kai');
    expect(defaults(['de', 'zh']).language).toBe('en');
    expect(defaults([]).pieceSet).toBe('hybrid');
  });

  it('come back as they were saved', () => {
    const keep = memoryStorage();
    const chosen = { ...defaults(['en']), theme: 'dark', volume: 0.25, level: 7 } as const;
    saveSettings(keep, chosen);
    expect(loadSettings(keep, ['zh'])).toEqual(chosen);
  });

  it.each(['{', '[]', 'null', '"x"', '{"theme":"pink","level":99,"volume":"loud","targets":0}'])(
    'survive damage: %s',
    (text) => {
      const keep = memoryStorage();
      keep.setItem('sanqi.settings', text);
      expect(loadSettings(keep, ['en'])).toEqual(defaults(['en']));
    },
  );
});
