// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as material from '../../../../src/board/wood/material';
import type { Board, BoardSettings, BoardState } from '../../../../src/board/board';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { BoardView } from '../../../../src/ui/boards/board_view';
import { MiniBoardView } from '../../../../src/ui/boards/mini_board_view';
import { Site } from '../site';
import { act, cleanup, fireEvent, screen, seen } from '../screen';

import.meta.glob(
  ['../../../../src/ui/boards/board_texture.ts', '../../../../src/games/*/*{qi,moku,reversi}.ts'],
  {
    eager: true,
  },
);

const paint = vi.spyOn(material, 'paintMaterial').mockReturnValue();
beforeEach(() => void paint.mockClear());
afterEach(() => {
  cleanup();
  document.documentElement.removeAttribute('data-theme');
});
const cell = (square: string): HTMLElement => seen(`[data-square="${square}"]`);

describe('a board on a page', () => {
  const heard = vi.fn<(...what: (string | null)[]) => void>();
  const state = signal<BoardState>({ position: gomoku.start, legal: ['h8', 'i9'] });
  const settings = signal<Partial<BoardSettings>>({ animate: false });
  let board: Board | null = null;
  const open = (): void => {
    new Site().open(
      <BoardView
        game={gomoku}
        state={state}
        settings={settings}
        onMove={(move) => heard('move', move)}
        onIllegal={(move) => heard('illegal', move)}
        onCancel={() => heard('cancel')}
        onPending={(move) => heard('pending', move)}
        onReady={(ready) => (board = ready)}
      />,
    );
  };
  beforeEach(() => {
    heard.mockClear();
    state.value = { position: gomoku.start, legal: ['h8', 'i9'] };
    settings.value = { animate: false };
  });
  const press = (square: string): void => {
    cell(square).focus();
    fireEvent.keyDown(cell(square), { key: 'Enter' });
  };

  it('follows what the page knows, without being built anew', async () => {
    open();
    const grid = screen.getByRole('grid');
    await act(() => void (state.value = { position: `X${'-'.repeat(224)} O`, lastMove: 'a1' }));
    expect(cell('a1').getAttribute('aria-label')).toContain('last move');
    await act(() => void (settings.value = { flipped: true, language: 'zh-Hans' }));
    expect(document.querySelector<HTMLElement>('[data-square]')?.dataset.square).toBe('o1');
    expect(screen.getByRole('grid')).toBe(grid);
    expect(grid.getAttribute('lang')).toBe('zh-Hans');
  });

  it('numbers files in Chinese where moves are written so, and only there', async () => {
    const site = new Site();
    site.preferences.change({ notation: 'wxf' });
    const shown = signal<BoardState>({ position: xiangqi.start });
    site.open(<BoardView game={xiangqi} state={shown} settings={signal({ coordinates: true })} />);
    const numbers = (): string => seen('.board > svg').textContent;
    expect(numbers()).not.toContain('九');
    await act(() => site.preferences.change({ notation: 'zh' }));
    expect(numbers()).toContain('九');
  });

  it('tells the page what is done on it', () => {
    open();
    press('h8');
    press('a1');
    state.value = { ...state.value, premoving: true, premove: 'i9' };
    press('i9');
    expect(heard.mock.calls).toEqual([['move', 'h8'], ['illegal', 'a1'], ['cancel']]);
  });

  it('tells the page as it is by then, and shows what that knows by then', async () => {
    const name = signal('before');
    const shown = signal(state);
    const next = signal<BoardState>({ position: `X${'-'.repeat(224)} O`, legal: ['i9'] });
    const Page = () => {
      const now = name.value;
      return (
        <BoardView
          game={gomoku}
          state={shown.value}
          settings={settings}
          onMove={(move) => heard(now, move)}
        />
      );
    };
    new Site().open(<Page />);
    await act(() => void (name.value = 'after'));
    press('h8');
    await act(() => void (shown.value = next));
    expect(cell('a1').getAttribute('aria-label')).toContain('black');
    press('i9');
    expect(heard.mock.calls).toEqual([
      ['after', 'h8'],
      ['after', 'i9'],
    ]);
  });

  it('goes with the page, and is not spoken to any more', async () => {
    open();
    expect(board).not.toBeNull();
    await act(() => cleanup());
    expect(board).toBeNull();
    expect(document.querySelector('.board')).toBeNull();
    state.value = { position: `X${'-'.repeat(224)} O` };
  });
});

describe('a small board', () => {
  const stones = (): number => document.querySelectorAll('.mini-board circle[fill]').length;

  it('shows the position, and each that comes', async () => {
    const position = signal(gomoku.start);
    const Mini = () => <MiniBoardView game="gomoku" position={position.value} lastMove="a1" />;
    new Site().open(<Mini />);
    expect(stones()).toBe(0);
    const board = seen('.mini');
    await act(() => void (position.value = `XO${'-'.repeat(223)} X`));
    expect(stones()).toBe(2);
    expect(seen('.mini')).toBe(board);
    expect(document.querySelectorAll('.mini-last')).toHaveLength(1);
    expect(seen('.mini-board').getAttribute('aria-hidden')).toBe('true');
  });

  it('has letters for who has chosen pictures, as soon as that is chosen', async () => {
    const site = new Site().open(<MiniBoardView game="xiangqi" position={xiangqi.start} />);
    expect(document.querySelectorAll('.mini-letter')).toHaveLength(0);
    await act(() => site.preferences.change({ pieceSet: 'pictogram' }));
    expect(document.querySelectorAll('.mini-letter')).toHaveLength(32);
  });

  it('gets wood when the page rests, painted once for all of its kind, and again in the dark', async () => {
    const both = (
      <>
        <MiniBoardView game="antireversi" position={`${'-'.repeat(64)} X`} />
        <MiniBoardView game="antireversi" position={`${'-'.repeat(64)} O`} />
      </>
    );
    new Site().open(both);
    expect(document.querySelectorAll('.mini.painted')).toHaveLength(0);
    await vi.waitFor(() => expect(document.querySelectorAll('.mini.painted')).toHaveLength(2), 30_000);
    expect(paint).toHaveBeenCalledTimes(1);
    document.documentElement.dataset.theme = 'dark';
    await vi.waitFor(() => expect(paint).toHaveBeenCalledTimes(2), 30_000);
    cleanup();
    document.documentElement.removeAttribute('data-theme');
    new Site().open(both);
    await vi.waitFor(() => expect(document.querySelectorAll('.mini.painted')).toHaveLength(2), 30_000);
    expect(paint).toHaveBeenCalledTimes(2);
  });
});
