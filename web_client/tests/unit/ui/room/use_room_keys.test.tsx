// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { signal } from '@preact/signals';
import { antireversi } from '../../../../src/games/antireversi/antireversi';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { Stage, START } from '../stage';
import { act, cleanup, screen, seen, waitFor } from '../screen';

vi.mock('../../../../src/ui/core/layout', () => ({ layout: signal('columns'), isNarrow: signal(false) }));

afterEach(cleanup);

const games = [
  [xiangqi, 'xiangqi', xiangqi.start],
  [gomoku, 'gomoku', gomoku.start],
  [antireversi, 'antireversi', START],
] as const;

const cells = (): HTMLElement => seen('[role="grid"] [tabindex="0"]');
const press = (key: string, init: KeyboardEventInit = {}): Promise<void> =>
  act(
    () =>
      void document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...init }),
      ),
  );
const said = (): string => document.querySelector('.spoken')?.textContent ?? '';
const corner = (): string | undefined => document.querySelector<HTMLElement>('[data-square]')?.dataset.square;

describe.each(games)('while the board of %o has the focus', (game, name, start) => {
  let stage: Stage;
  beforeEach(() => {
    stage = new Stage();
    stage.open({ moves: '', pos: start }, { game: name, rule: 'standard', startPos: start }, game);
    cells().focus();
  });

  it('c says the clocks', async () => {
    await press('c');
    expect(said()).toContain('This game has no clock.');
  });

  it('f turns the board', async () => {
    const before = corner();
    await press('f');
    expect(corner()).not.toBe(before);
  });

  it('z leaves nothing but the game, and brings the rest back', async () => {
    await press('z');
    expect(document.documentElement.hasAttribute('data-zen')).toBe(true);
    await press('z');
    expect(document.documentElement.hasAttribute('data-zen')).toBe(false);
  });

  it('/ leads to the field for typed moves, where letters are letters', async () => {
    await press('/');
    expect(document.activeElement?.getAttribute('data-key')).toBe('/');
    await press('c');
    expect(said()).toBe('');
  });

  it('? lists the keys', async () => {
    await press('?', { shiftKey: true });
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Keys' })).toBeTruthy());
    expect(screen.getByText('Say the clocks')).toBeTruthy();
    await press('Escape');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('single keys mean nothing once they are switched off', async () => {
    stage.services.preferences.change({ shortcuts: false });
    await press('f');
    await press('z');
    expect(document.documentElement.hasAttribute('data-zen')).toBe(false);
  });
});

describe('letters of Xiangqi', () => {
  const label = (): string | null | undefined => document.activeElement?.getAttribute('aria-label');
  beforeEach(() => {
    const start = xiangqi.start;
    new Stage().open({ moves: '', pos: start }, { game: 'xiangqi', startPos: start }, xiangqi);
    cells().focus();
  });

  it.each(
    Object.entries({ k: 'general', a: 'advisor', e: 'elephant', h: 'horse', r: 'chariot', p: 'soldier' }),
  )('%s leads to a %s', async (letter, piece) => {
    await press(letter);
    expect(label()).toContain(`red ${piece}`);
  });

  it("Shift and C leads to a cannon, because c alone is the page's", async () => {
    await press('c');
    expect(label()).not.toContain('cannon');
    await press('C', { shiftKey: true });
    expect(label()).toContain('red cannon');
  });

  it('c is a cannon, too, where single keys of the page are switched off', async () => {
    cleanup();
    const stage = new Stage();
    stage.services.preferences.change({ shortcuts: false });
    stage.open({ moves: '', pos: xiangqi.start }, { game: 'xiangqi', startPos: xiangqi.start }, xiangqi);
    cells().focus();
    await press('c');
    expect(label()).toContain('red cannon');
  });
});
