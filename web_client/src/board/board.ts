import type { BoardGame, Look, Move, Pieces, Point, Position, Square } from './model/game';
import { ownSquares, samePiece } from './model/position';
import { Cells } from './input/cells';
import { Frame, nextPrefix } from './drawing/frame';
import type { Hand } from './model/hand';
import { drawHand, type HandToDraw } from './drawing/hand_marks';
import { labelsOf } from './input/labels';
import { LazyShapes } from './drawing/lazy_shapes';
import { Markers } from './drawing/markers';
import { mayAnimate } from './drawing/motion';
import { nextOf } from './input/next_piece';
import { PointerInput } from './input/pointer';
import type { Shape } from './model/shape';
import { Scene } from './drawing/scene';
import { defaultSettings, type Board, type BoardSettings, type BoardState } from './model/state';
import { marksAbove, marksBelow } from './drawing/state_marks';
import { fill, svg } from './drawing/svg';

export type { Arrow, Board, BoardSettings, BoardState } from './model/state';

/**
 * Builds a board at the end of `host`, empty until the first `set`. It belongs to the caller, who must call
 * `destroy`; settings that are left out are those of `defaultSettings`. The drawing is there when it returns, the
 * wood under it comes when the page is idle. `game` is only read, and may be shared by many boards.
 *
 *     const board = createBoard(host, xiangqi, { flipped: true });
 *     board.onMove = (move) => send(move);
 *     board.set({ position, legal });
 */
export function createBoard(
  host: HTMLElement,
  game: BoardGame,
  settings: Partial<BoardSettings> = {},
): Board {
  return new LiveBoard(host, game, { ...defaultSettings, ...settings });
}

/**
 * Joins the drawing, the hand and the accessible grid; each of them knows nothing of the others. All is synchronous
 * and on the page's thread. The layers of the drawing from below to above: marks on the wood, pieces, marks on
 * pieces, the hand, the dragged piece, and what the visitor draws. Layers that are empty and stay so are not touched.
 */
class LiveBoard implements Board {
  onMove: ((move: string) => void) | null = null;
  onPending: ((move: string | null) => void) | null = null;
  onCancel: (() => void) | null = null;
  onIllegal: ((move: string) => void) | null = null;
  onDraw: ((shape: Shape) => void) | null = null;

  readonly #prefix = nextPrefix();
  readonly #frame: Frame;
  readonly #scene: Scene;
  readonly #below = svg('g', { class: 'marks' });
  readonly #above = svg('g', { class: 'marks' });
  readonly #handLayer = svg('g', { class: 'marks' });
  readonly #shapes: LazyShapes;
  readonly #hand: Hand;
  readonly #pointer: PointerInput;
  readonly #cells: Cells;

  /** The last state that `set` was given. An empty position: none yet. */
  #state: BoardState = { position: '' };
  #position: Position = { pieces: new Map(), turn: 'first' };
  /** Legal moves that have a square: `pass` has none, so no hand can make it, and a button of the page does. */
  #legal: readonly Move[] = [];
  /**
   * What the grid and the owner were last told of the hand: `handChanged` is called at every change of it, also where
   * only the aim is another.
   */
  #selected: Square | null = null;
  #pending: Square | null = null;
  /** Where the dragged piece is drawn, in user units; null: none is dragged. */
  #dragPoint: Point | null = null;
  /** Where a shape begins that is drawn with keys. */
  #shapeFrom: Square | null = null;

  constructor(
    host: HTMLElement,
    private readonly game: BoardGame,
    private settings: BoardSettings,
  ) {
    this.#frame = new Frame(host, game, this.#look());
    this.#scene = new Scene(game, this.#look());
    this.#shapes = new LazyShapes(game, settings.flipped);
    const { layer, dragLayer } = this.#scene;
    const layers = [this.#below, layer, this.#above, this.#handLayer, dragLayer, this.#shapes.layer];
    this.#frame.drawing.append(...layers);

    const handEvents = { move: (move: Move) => this.#moved(move), changed: () => this.#handChanged() };
    this.#hand = game.newHand(handEvents, settings.placing);
    this.#cells = new Cells(game, {
      act: (square) => this.#act(square),
      focused: (square) => this.#hand.hover(square),
      cancel: () => void this.#cancelMove(),
      seek: (letter, from) => this.#seek(letter, from),
    });
    this.#frame.root.append(this.#cells.element);
    this.#pointer = new PointerInput(this.#frame.root, game.geometry, this.#hand, {
      dragged: (point) => this.#dragged(point),
      pressed: (square) => this.#cancelPremoveAt(square),
      acted: (square) => this.#act(square),
      released: () => {
        if (!this.onDraw) this.#shapes.wipe();
      },
      triedIllegal: (held, square) => this.#triedIllegal(held, square),
      cancelled: () => this.#cancelMove(),
      sketched: (shape) => this.#shapes.preview(shape),
      drew: (shape) => this.#drew(shape),
    });
    this.#fit();
    this.#updateCells();
  }

  set(state: BoardState): void {
    // A board that comes into being does not let thirty-two pieces settle one by one.
    const first = this.#state.position === '';
    if (state.position !== this.#state.position) {
      const { position } = state;
      const { pieces } = this.#position;
      this.#position = typeof position === 'string' ? this.game.parsePosition(position) : position;
      this.#positionChanged(pieces, this.#position.pieces);
    }
    this.#state = state;
    const legal = state.legal?.map((text) => this.game.parseMove(text)) ?? [];
    this.#legal = legal.filter((move) => move !== null);
    // After `positionChanged`, which lets go of a piece that is another one now: the new moves alone might still
    // allow the old hold, and a release would carry a piece that was never picked up.
    this.#hand.setLegal(this.#legal, state.premoving ? [] : ownSquares(this.#position, this.#legal));
    if (this.#hand.view.selected === null) this.#dragPoint = null;
    const animate = !first && this.settings.animate && mayAnimate();
    // Before `draw`, which lifts the held piece from the square where it stands now.
    this.#scene.show(this.#position.pieces, animate, this.#lastMove()?.to ?? null);
    this.#draw();
  }

  /**
   * A move is shown before the server tells of it, so that the same pieces come twice: the second time nothing has
   * changed, and neither the hand nor what was drawn by the visitor is touched.
   */
  #positionChanged(before: Pieces, after: Pieces): void {
    const isSame = (square: Square): boolean => samePiece(before.get(square), after.get(square));
    if (before.size === after.size && [...before.keys()].every(isSame)) return;
    this.#shapes.show(this.#position);
    const held = this.#hand.view.selected;
    if (held !== null && !isSame(held)) this.#hand.cancel();
  }

  configure(settings: Partial<BoardSettings>): void {
    const before = this.settings;
    this.settings = { ...before, ...settings };
    const { pieceSet, placing } = this.settings;
    // Hands that carry have no such choice.
    if (this.#hand.placing) this.#hand.placing = placing;
    this.#fit();
    const looks = ['flipped', 'coordinates', 'chineseNumerals', 'narrow', 'pieceSet'] as const;
    if (looks.some((look) => this.settings[look] !== before[look])) this.#redraw();
    this.#draw();
    // Asked each time: null where nothing is missing. It may come late, even after another set was chosen or the
    // board was destroyed; `redraw` draws what is chosen then, and elements that are in no page harm nothing. If it
    // never comes, the usual set stays, and the next `configure` asks again.
    this.game.loadPieceSet?.(pieceSet)?.then(
      () => this.#redraw(),
      () => undefined,
    );
  }

  /**
   * Hands and cells lie over what is seen: the box of the drawing is the whole surface, so that a point of the page
   * becomes a point of the drawing by two ratios.
   */
  #fit(): void {
    const { flipped, narrow, draws } = this.settings;
    const { narrowBox, viewBox } = this.game.geometry;
    const box = narrow ? narrowBox : viewBox;
    Object.assign(this.#pointer, { flipped, box, draws });
    this.#frame.root.classList.toggle('draws', draws);
    if (!draws) this.#shapeFrom = null;
    this.#cells.alignTo(box);
  }

  #redraw(): void {
    this.#frame.redraw(this.#look());
    this.#scene.redraw(this.#look());
  }

  confirm(): void {
    this.#hand.confirm();
  }

  cancel(): void {
    this.#hand.cancel();
  }

  destroy(): void {
    this.#pointer.destroy();
    this.#frame.destroy();
  }

  /** A new value each time, as the settings are now. */
  #look(): Look {
    return { ...this.settings, prefix: this.#prefix };
  }

  /** Null also where the last move was a pass. */
  #lastMove(): Move | null {
    return this.#state.lastMove ? this.game.parseMove(this.#state.lastMove) : null;
  }

  /** Legal squares that are shown before anything is picked up. */
  #hints(): Square[] {
    return this.game.hints && !this.#state.premoving ? this.#legal.map(({ to }) => to) : [];
  }

  /** Takes back what is in the hand, and what was made ahead. True when there was something. */
  #cancelMove(): boolean {
    const { selected, pending } = this.#hand.view;
    const { premove } = this.#state;
    this.#hand.cancel();
    if (premove) this.onCancel?.();
    return selected !== null || pending !== null || Boolean(premove);
  }

  /** A second tap on a move made ahead withdraws it. */
  #cancelPremoveAt(square: Square | null): boolean {
    const move = this.#premove();
    if (!move || square === null || (square !== move.to && square !== move.from)) return false;
    this.onCancel?.();
    return true;
  }

  /** A key on a square, or a click by a program. */
  #act(square: Square): void {
    if (this.settings.draws) {
      this.#drawByKey(square);
      return;
    }
    if (this.#cancelPremoveAt(square)) return;
    const { selected } = this.#hand.view;
    // Asked first: after the move other squares can be used.
    const isMiss = !this.#hand.canUse(square);
    this.#hand.act(square);
    if (isMiss) this.#triedIllegal(selected, square);
  }

  #drew(shape: Shape): void {
    if (!this.onDraw) {
      this.#shapes.toggle(shape);
      return;
    }
    this.#shapes.preview(null);
    this.onDraw(shape);
  }

  /** From the first square to the second. */
  #drawByKey(to: Square): void {
    const from = this.#shapeFrom;
    this.#shapeFrom = from === null ? to : null;
    if (from === null) this.#shapes.preview({ from: to, to, colour: 'orange' });
    else this.#drew({ from, to, colour: 'orange' });
  }

  /**
   * Of a piece that is carried, or where a piece might be placed; not while one may only plan ahead. A tap on an
   * occupied point of a placing game is no try, nor is one on a board where nothing is legal: there the server would
   * have nothing to explain.
   */
  #triedIllegal(held: Square | null, to: Square): void {
    const tried = this.game.hand === 'carry' ? held !== null && held !== to : !this.#position.pieces.has(to);
    if (!tried || this.#legal.length === 0 || this.#state.premoving) return;
    this.onIllegal?.(this.game.formatMove(held === null ? { to } : { from: held, to }));
  }

  #premove(): Move | null {
    return this.#state.premove ? this.game.parseMove(this.#state.premove) : null;
  }

  /**
   * The hand is empty already. A dragged piece stays where it was let go until the owner calls `set`, which may
   * happen within `onMove`: so the drag ends first. Where no `set` moves it, the next drawing of the hand puts it
   * back.
   */
  #moved(move: Move): void {
    if (this.#dragPoint && move.from) this.#scene.drop(move.from, move.to);
    this.#dragPoint = null;
    this.onMove?.(this.game.formatMove(move));
  }

  /** At each move of the pointer, usually one a frame: moves one element. */
  #dragged(point: Point | null): void {
    this.#dragPoint = point;
    this.#scene.lift(this.#hand.view.selected, point);
  }

  /** Draws the hand, and tells the grid and the owner what they do not know yet. */
  #handChanged(): void {
    this.#drawHand();
    const { selected, pending } = this.#hand.view;
    // A mouse that only hovers changes no label.
    if (selected !== this.#selected || pending !== this.#pending) this.#updateCells();
    this.#selected = selected;
    if (pending === this.#pending) return;
    this.#pending = pending;
    this.onPending?.(pending === null ? null : this.game.formatMove({ to: pending }));
  }

  /** Draws all that a state or a setting may change, but pieces: those are the scene's. */
  #draw(): void {
    const marks = new Markers(this.game, this.settings.flipped);
    const shown = {
      ...this.#state,
      lastMove: this.#lastMove(),
      position: this.#position,
      prefix: this.#prefix,
    };
    fill(this.#below, marksBelow(this.game, marks, shown));
    fill(
      this.#above,
      marksAbove(this.game, marks, shown, (piece) => this.#scene.drawPiece(piece)),
    );
    this.#handChanged();
    this.#shapes.draw(this.settings.flipped);
    this.#updateCells();
  }

  #drawHand(): void {
    const { view } = this.#hand;
    const shown: HandToDraw = {
      view,
      position: this.#position,
      hints: this.#hints(),
      targets: this.settings.targets,
      premoving: this.#state.premoving ?? false,
    };
    const marks = new Markers(this.game, this.settings.flipped);
    fill(
      this.#handLayer,
      drawHand(this.game, marks, shown, (piece) => this.#scene.drawPiece(piece)),
    );
    this.#scene.lift(view.selected, this.#dragPoint);
  }

  #updateCells(): void {
    const { view } = this.#hand;
    const { language, flipped } = this.settings;
    const labels = labelsOf(
      this.game,
      {
        position: this.#position,
        lastMove: this.#lastMove(),
        check: this.#state.check ?? false,
        winLine: this.#state.winLine ?? [],
        forbidden: this.#state.forbidden ?? [],
        pending: view.pending,
        premove: this.#premove(),
        // Where hints are shown, the same squares are said. Elsewhere only those of the piece in the hand.
        targets: this.game.hints ? this.#hints() : view.targets,
      },
      language,
      flipped,
    );
    this.#cells.update(labels, {
      flipped,
      selected: view.selected,
      language,
      readonly: this.#legal.length === 0,
    });
  }

  /** The next piece of this letter's kind, of the side that sits below, in reading order after `from`. */
  #seek(letter: string, from: Square): Square | null {
    const kind = this.game.letters?.[letter];
    if (kind === undefined) return null;
    return nextOf(this.game, this.#position, kind, from, this.settings.flipped);
  }
}
