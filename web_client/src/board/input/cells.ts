import {
  samePiece,
  type BoardGame,
  type Box,
  type LanguageTag,
  type Piece,
  type Square,
} from '../model/game';
import type { Labels } from './labels';

/** Called from the browser's events, in their order. */
export interface CellEvents {
  /** Enter or Space. */
  act(square: Square): void;
  /**
   * The focus is on a square; null: it has left one. When it goes from cell to cell, null comes first and the square
   * at once after it: browsers send `focusout` before `focusin`.
   */
  focused(square: Square | null): void;
  /** Escape. The key goes no further: on a square it closes nothing of the page. */
  cancel(): void;
  /** The next square for a letter, such as the next horse for `h`. */
  seek(letter: string, from: Square): Square | null;
}

export interface CellsView {
  readonly flipped: boolean;
  readonly selected: Square | null;
  readonly language: LanguageTag;
  /** No move is legal on this board now. */
  readonly readonly: boolean;
}

/**
 * The board for ears and keys: a transparent HTML grid over the drawing, one tab stop, moved through by arrows (the
 * grid pattern of the ARIA Authoring Practices, roving `tabindex`). HTML beside the drawing, which is hidden from
 * screen readers. Cells stay where they are when the board is turned; their squares change, so that the focus stays
 * at its place on the screen.
 */
export class Cells {
  readonly element = document.createElement('div');
  readonly #cells: HTMLElement[] = [];
  /**
   * What each cell was last told, and of which piece: to ask the page for it would cost more than all the rest. Index
   * as of `cells`.
   */
  #labelled: { square: Square; piece: Piece | undefined; isPlain: boolean; label: string }[] = [];
  /** How labels are put together: those of another way are all new. */
  #labelMode = '';
  #selected: HTMLElement | undefined;
  /** The cell that Tab leads to: the middle of the board at first, then wherever the focus was. */
  #current: number;

  constructor(
    private readonly game: BoardGame,
    private readonly events: CellEvents,
  ) {
    this.element.className = 'cells';
    this.element.setAttribute('role', 'grid');
    const { files, ranks } = game.geometry;
    for (let row = 0; row < ranks; row++) this.element.append(this.#buildRow());
    this.#current = Math.floor(ranks / 2) * files + Math.floor(files / 2);
    this.#cells[this.#current]?.setAttribute('tabindex', '0');
    this.element.addEventListener('keydown', (event) => this.#onKey(event));
    this.element.addEventListener('focusin', (event) => this.#onFocus(event));
    this.element.addEventListener('focusout', () => this.events.focused(null));
  }

  /** Writes only what changed. */
  update(labels: Labels, view: CellsView): void {
    const { flipped, selected, language } = view;
    set(this.element, 'aria-label', this.game.words.board[language]);
    set(this.element, 'aria-readonly', String(view.readonly));
    set(this.element, 'lang', language);
    const squares = this.game.geometry.rows(flipped).flat();
    // The same piece on the same cell is called otherwise in another language, or seen from the other side.
    const labelMode = `${language} ${flipped}`;
    if (labelMode !== this.#labelMode) this.#labelled = [];
    this.#labelMode = labelMode;
    for (const [i, square] of squares.entries()) this.#writeLabel(i, square, labels);
    this.#select(selected === null ? undefined : this.#cells[squares.indexOf(selected)]);
  }

  #writeLabel(index: number, square: Square, labels: Labels): void {
    const before = this.#labelled[index];
    const piece = labels.pieces.get(square);
    const isPlain = labels.isPlain(square);
    // Words are put together only where something is new to say: a move changes a few squares of hundreds.
    if (isPlain && before?.isPlain && samePiece(piece, before.piece)) return;
    const label = labels.of(square);
    this.#labelled[index] = { square, piece, isPlain, label };
    if (before?.square !== square) this.#cells[index]?.setAttribute('data-square', square);
    if (before?.label !== label) this.#cells[index]?.setAttribute('aria-label', label);
  }

  /** Only where it is true: screen readers would say "not selected" of every other square. */
  #select(cell: HTMLElement | undefined): void {
    if (cell === this.#selected) return;
    this.#selected?.removeAttribute('aria-selected');
    cell?.setAttribute('aria-selected', 'true');
    this.#selected = cell;
  }

  /**
   * The cells must lie where the squares are drawn: around the crossings, half a cell beyond the outermost. In per
   * cent of the surface: no layout is read, and a change of its size needs no call.
   */
  alignTo(box: Box): void {
    const { cell, files, ranks } = this.game.geometry;
    const corner = this.game.geometry.pointOf(this.game.geometry.rows(false)[0]?.[0] ?? '', false);
    const { style } = this.element;
    style.left = percent(corner.x - cell / 2 - box.x, box.width);
    style.top = percent(corner.y - cell / 2 - box.y, box.height);
    style.width = percent(cell * files, box.width);
    style.height = percent(cell * ranks, box.height);
  }

  #buildRow(): HTMLElement {
    const row = document.createElement('div');
    row.setAttribute('role', 'row');
    for (let column = 0; column < this.game.geometry.files; column++) {
      const cell = document.createElement('div');
      cell.setAttribute('role', 'gridcell');
      cell.setAttribute('tabindex', '-1');
      this.#cells.push(cell);
      row.append(cell);
    }
    return row;
  }

  /** The tab stop goes along: a return by Tab finds the square that was left. */
  #onFocus(event: FocusEvent): void {
    const index = this.#cells.findIndex((cell) => cell === event.target);
    if (index < 0) return;
    this.#cells[this.#current]?.setAttribute('tabindex', '-1');
    this.#cells[index]?.setAttribute('tabindex', '0');
    this.#current = index;
    this.events.focused(this.#squareOf(index));
  }

  /** Keys with Ctrl, Alt or Meta are the browser's. */
  #onKey(event: KeyboardEvent): void {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    const square = this.#squareOf(this.#current);
    const next = this.#destination(event, square);
    // The board is on the screen as a whole; a scroll to one cell would only move it.
    if (next) next.focus({ preventScroll: true });
    else if (event.key === 'Enter' || event.key === ' ') {
      // Held, it would pick a piece up and put it back, over and over.
      if (!event.repeat) this.events.act(square);
    } else if (event.key === 'Escape') this.events.cancel();
    else return;
    // The page has keys of its own, among them the arrows that step through a game.
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Where a key leads: one step, an end of the row, or the next piece of a letter. Undefined when it leads nowhere. At
   * an edge a step leads to where it began, and is used up: the page must not scroll.
   */
  #destination({ key }: KeyboardEvent, square: Square): HTMLElement | undefined {
    const { files, ranks } = this.game.geometry;
    const row = Math.floor(this.#current / files);
    const column = this.#current % files;
    const at = (r: number, c: number) =>
      this.#cells[Math.min(Math.max(r, 0), ranks - 1) * files + Math.min(Math.max(c, 0), files - 1)];
    switch (key) {
      case 'ArrowLeft':
        return at(row, column - 1);
      case 'ArrowRight':
        return at(row, column + 1);
      case 'ArrowUp':
        return at(row - 1, column);
      case 'ArrowDown':
        return at(row + 1, column);
      case 'Home':
        return at(row, 0);
      case 'End':
        return at(row, files - 1);
      default: {
        const sought = this.events.seek(key.toLowerCase(), square);
        return this.#cells.find(({ dataset }) => dataset.square === sought);
      }
    }
  }

  #squareOf(index: number): Square {
    return this.#cells[index]?.dataset.square ?? '';
  }
}

/** To a ten-thousandth of a per cent, which is less than a pixel. */
const percent = (part: number, whole: number): string => `${((100 * part) / whole).toFixed(4)}%`;

/** Writes an attribute only where it differs: each write makes a screen reader's tree change. */
function set(element: HTMLElement, attribute: string, value: string): void {
  if (element.getAttribute(attribute) !== value) element.setAttribute(attribute, value);
}
