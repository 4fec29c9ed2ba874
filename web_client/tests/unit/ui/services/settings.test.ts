import { describe, expect, it } from 'vitest';
import { memoryStorage } from '../../memory_storage';
import {
  defaults,
  followSettings,
  loadSettings,
  saveSettings,
  SETTINGS,
  type Settings,
} from '../../../../src/ui/services/settings';
import { dice } from '../../random';

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

describe('whatever is kept', () => {
  const usual = defaults(['en']);
  const keys = Object.keys(usual) as (keyof Settings)[];
  const junk = ['', 'x'.repeat(99), 0, -1, 1e9, NaN, null, true, false, [], {}, 'dark', 'en', '10+5', 3, 0.5];
  /** Of the type of its default; and words are such as may be chosen. */
  const isFit = (key: keyof Settings, value: unknown): boolean =>
    typeof value === typeof usual[key] &&
    (typeof value !== 'string' ||
      value === usual[key] ||
      !junk.slice(0, 2).includes(value) ||
      key.endsWith('lock'));

  it('settings are such as pages can show, and stay so when they are kept again', () => {
    for (let seed = 1; seed <= 200; seed++) {
      const below = dice(seed);
      const keep = memoryStorage();
      const some = Object.fromEntries(keys.map((key) => [key, junk[below(junk.length)]]));
      keep.setItem(SETTINGS, JSON.stringify({ ...some, unknown: 1 }));
      const loaded = loadSettings(keep, ['en']);
      expect(Object.keys(loaded).sort()).toEqual([...keys].sort());
      for (const key of keys) expect(isFit(key, loaded[key]), `${key}: ${String(loaded[key])}`).toBe(true);
      expect(loaded.level).toBeGreaterThanOrEqual(1);
      expect(loaded.level).toBeLessThanOrEqual(8);
      expect(loaded.volume).toBeGreaterThanOrEqual(0);
      expect(loaded.volume).toBeLessThanOrEqual(1);
      saveSettings(keep, loaded);
      expect(loadSettings(keep, ['en'])).toEqual(loaded);
    }
  });

  it('two tabs do not undo each other', () => {
    const keep = memoryStorage();
    saveSettings(keep, { theme: 'dark' });
    saveSettings(keep, { volume: 0.1 });
    expect(loadSettings(keep, ['en'])).toMatchObject({ theme: 'dark', volume: 0.1 });
  });

  it('another tab changes what is seen here, but not the form that is being filled in', () => {
    const keep = memoryStorage();
    const here: Settings = { ...usual, game: 'gomoku', level: 7, clock: '1+0' };
    saveSettings(keep, { theme: 'dark', game: 'antireversi', level: 2, clock: 'none', against: 'friend' });
    expect(followSettings(keep, here, ['en'])).toEqual({ ...here, theme: 'dark' });
  });
});
