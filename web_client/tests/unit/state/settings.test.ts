import { describe, expect, it } from 'vitest';
import { Identity } from '../../../src/state/identity';
import { defaults, loadSettings, memoryKeep, saveSettings } from '../../../src/state/settings';

describe('settings', () => {
  it('follow the language of the browser until chosen', () => {
    expect(defaults(['zh-CN', 'en']).language).toBe('zh-Hans');
    expect(defaults(['zh-CN']).pieceSet).toBe('kai');
    expect(defaults(['de', 'zh']).language).toBe('en');
    expect(defaults([]).pieceSet).toBe('hybrid');
  });

  it('come back as they were saved', () => {
    const keep = memoryKeep();
    const chosen = { ...defaults(['en']), theme: 'dark', volume: 0.25, level: 7 } as const;
    saveSettings(keep, chosen);
    expect(loadSettings(keep, ['zh'])).toEqual(chosen);
  });

  it.each(['{', '[]', 'null', '"x"', '{"theme":"pink","level":99,"volume":"loud","targets":0}'])(
    'survive damage: %s',
    (text) => {
      const keep = memoryKeep();
      keep.setItem('sanqi.settings', text);
      expect(loadSettings(keep, ['en'])).toEqual(defaults(['en']));
    },
  );
});

describe('identity', () => {
  it('keeps user and seats', () => {
    const identity = new Identity(memoryKeep());
    expect(identity.token).toBeNull();
    identity.keepUser('U');
    identity.keepSeat({ gameId: 'g1', token: 'S1', code: 'A' });
    identity.keepSeat({ gameId: 'g1', token: 'S2', code: 'A' });
    expect(identity.token).toBe('U');
    expect(identity.seatOf('g1')?.token).toBe('S2');
    expect(identity.seatOf('g2')).toBeUndefined();
  });

  it('forgets the oldest seats', () => {
    const identity = new Identity(memoryKeep());
    for (let n = 0; n < 60; n++) identity.keepSeat({ gameId: `g${n}`, token: 'S', code: '' });
    expect(identity.seatOf('g0')).toBeUndefined();
    expect(identity.seatOf('g59')).toBeDefined();
  });
});
