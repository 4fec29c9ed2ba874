// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { memoryStorage } from '../../memory_storage';
import { canVibrate, vibrate } from '../../../../src/ui/core/vibrate';
import { Preferences } from '../../../../src/ui/services/preferences';

const shake = vi.fn();
afterEach(() => {
  vi.unstubAllGlobals();
  shake.mockReset();
});

function hold(held: boolean, navigator: object = { vibrate: shake }): void {
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('matchMedia', () => ({ matches: held }));
}
function ask(wanted: boolean): void {
  const preferences = new Preferences(memoryStorage(), ['en']);
  preferences.change({ vibrate: wanted });
  vibrate(preferences, [90, 60, 90]);
}

it('a device that is held shakes where its owner wants that', () => {
  hold(true);
  ask(true);
  expect(shake).toHaveBeenCalledWith([90, 60, 90]);
});

it('it does not where the owner does not', () => {
  hold(true);
  ask(false);
  expect(shake).not.toHaveBeenCalled();
});

it('a desk that claims to shake is not asked, nor one that cannot', () => {
  hold(false);
  ask(true);
  expect(shake).not.toHaveBeenCalled();
  hold(true, {});
  expect(canVibrate()).toBe(false);
  ask(true);
});
