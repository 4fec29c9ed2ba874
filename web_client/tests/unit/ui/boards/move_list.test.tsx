// @vitest-environment happy-dom
import { useState } from 'preact/hooks';
import type { ComponentType } from 'preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { room as words } from '../../../../src/i18n/en/room';
import { common } from '../../../../src/i18n/en/common';
import { memoryStorage } from '../../memory_storage';
import { MoveList, MoveStrip, type MoveListProps } from '../../../../src/ui/boards/move_list';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { act, cleanup, fireEvent, render, screen, seen } from '../screen';

afterEach(cleanup);

const moves = ['h2e2', 'h9g7', 'h0g2', 'i9h9', 'i0h0'];
const onPly = vi.fn<(ply: number) => void>();

function show(List: ComponentType<MoveListProps>, start: number, more: Partial<MoveListProps> = {}): void {
  onPly.mockReset();
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...words } });
  preferences.change({ notation: 'iccs' });
  function Browsed() {
    const [ply, go] = useState(start);
    onPly.mockImplementation(go);
    return <List game={xiangqi} moves={moves} notations={[]} ply={ply} onPly={onPly} {...more} />;
  }
  render(
    <ServicesContext.Provider value={{ preferences } as unknown as Services}>
      <input aria-label="elsewhere" />
      <Browsed />
    </ServicesContext.Provider>,
  );
}
const buttons = (): readonly HTMLElement[] => screen.getAllByRole('button');
const stops = (): readonly number[] =>
  buttons().flatMap(({ tabIndex }, index) => (tabIndex === 0 ? [index + 1] : []));
const focused = (): number => buttons().findIndex((button) => button === document.activeElement) + 1;
/** Whether the page keeps the key to itself. */
const press = (key: string, init: KeyboardEventInit = {}): boolean =>
  !fireEvent.keyDown(document.activeElement ?? document.body, { key, ...init });

describe.each([
  ['list', MoveList],
  ['strip', MoveStrip],
] as const)('the %s of moves', (_, List) => {
  it.each([
    [0, 1],
    [3, 3],
    [5, 5],
  ])('is one stop of Tab: of ply %i it is move %i', (ply, stop) => {
    show(List, ply);
    expect(stops()).toEqual([stop]);
  });

  it('is led through by arrows, Home and End, and the focus follows', async () => {
    show(List, 3);
    buttons()[2]?.focus();
    for (const [key, ply] of [
      ['ArrowRight', 4],
      ['ArrowUp', 2],
      ['ArrowDown', 4],
      ['ArrowLeft', 3],
      ['End', 5],
      ['ArrowRight', 5],
      ['ArrowDown', 5],
      ['Home', 1],
      ['ArrowLeft', 1],
    ] as const) {
      let kept = false;
      await act(() => {
        kept = press(key);
      });
      expect(kept).toBe(true);
      expect([key, focused(), ...stops()]).toEqual([key, ply, ply]);
    }
  });

  it('leaves to the browser what is its own', () => {
    show(List, 3);
    buttons()[2]?.focus();
    for (const modifier of ['altKey', 'ctrlKey', 'metaKey'])
      expect(press('ArrowLeft', { [modifier]: true })).toBe(false);
    expect(press('a')).toBe(false);
    expect(onPly).not.toHaveBeenCalled();
  });

  it('takes no focus that is elsewhere', async () => {
    show(List, 3);
    screen.getByLabelText('elsewhere').focus();
    await act(() => {
      onPly(4);
    });
    expect(focused()).toBe(0);
  });

  it('says which move is shown, and leads to the one that is pressed', () => {
    show(List, 2);
    expect(buttons().map((button) => button.getAttribute('aria-current'))).toEqual([
      null,
      'true',
      null,
      null,
      null,
    ]);
    buttons().at(-1)?.click();
    expect(onPly).toHaveBeenCalledWith(5);
  });
});

describe('moves', () => {
  it('that were not made are told of', () => {
    for (const List of [MoveList, MoveStrip]) {
      cleanup();
      show(List, 0, { moves: [] });
      expect(screen.getByText('No moves yet')).toBeTruthy();
    }
  });

  it('are written by two in a row, the last one alone', () => {
    show(MoveList, 0);
    const rows = [...document.querySelectorAll('li')].map((row) => row.querySelectorAll('button').length);
    expect(rows).toEqual([2, 2, 1]);
  });

  it('of a long game are in the strip only where they are near', () => {
    const long = Array.from({ length: 300 }, () => 'h2e2');
    show(MoveStrip, 150, { moves: long });
    expect(buttons().length).toBeLessThan(70);
    expect(document.querySelectorAll('[aria-current]')).toHaveLength(1);
  });

  it('that an analysis knows say so in the place of their second name', () => {
    show(MoveList, 1, {
      note: (ply) => (ply === 2 ? { text: '+0.4', sign: '?!', kind: 'inaccuracy' } : undefined),
    });
    expect(seen('.sign.inaccuracy').textContent).toBe('?!');
    expect(buttons()[1]?.querySelector('i')?.textContent).toBe('+0.4');
  });
});
