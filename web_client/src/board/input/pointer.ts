import type { Box, Geometry, Point, Square } from '../model/game';
import type { Hand } from '../model/hand';
import { colourOf, type Shape } from '../model/shape';

/**
 * How far from a square's centre a press still means it, in cells. The mouse is held to a wider dead zone between
 * crossings, because nothing asks it again. Into cells (`aim`) a mouse has the wider reach, too.
 */
const touchReach = 0.48;
const mouseReach = 0.42;
/**
 * A press becomes a drag when it has moved this far, in CSS pixels. Below that a finger that trembles, and a mouse
 * that clicks, have not moved.
 */
const dragThreshold = 5;
/**
 * A finger that has rested so long where it can do nothing else draws. No timer: it is judged by the time stamps of
 * the events, when the finger moves or is lifted, so that a busy page does not turn taps into drawings.
 */
const longPressMs = 350;

type Spot = Pick<PointerEvent, 'clientX' | 'clientY' | 'pointerType'>;

/** The press of the main button, or of the finger, that is on. */
interface Press {
  /** Where it began, in CSS pixels of the window. */
  readonly x: number;
  readonly y: number;
  /** `timeStamp` of its first event, in ms. */
  readonly at: number;
  readonly square: Square | null;
  readonly touch: boolean;
  /** The hand holds a piece that follows the pointer. */
  readonly canDrag: boolean;
  /** A finger on a square where the hand can do nothing: if it rests, it draws. */
  readonly canDraw: boolean;
}

/** How far above a finger a dragged stone is aimed at most, in CSS pixels: a fingertip and a little. */
const fingerLift = 52;

/** Called within the browser's events. `point` is in user units of the drawing. */
export interface PointerEvents {
  /** The piece in the hand follows the pointer; null: it no longer does. */
  dragged(point: Point | null): void;
  /**
   * A press of the main button, before the hand hears of it. True when the board has used it up: the hand does not
   * hear of it.
   */
  pressed(square: Square | null): boolean;
  /** A click without any pointer. */
  acted(square: Square): void;
  /** The main button was let go, and drew nothing. After the hand was told. */
  released(): void;
  /** The hand, which may have held a piece, could do nothing on this square. */
  triedIllegal(held: Square | null, square: Square): void;
  /** The right button: whatever was begun is off. True when something was. */
  cancelled(): boolean;
  /** The right button is on its way, or a finger that has rested; null: it is nowhere. */
  sketched(shape: Shape | null): void;
  /** It went from one square to another, or stayed. */
  drew(shape: Shape): void;
}

/**
 * Mouse, pen and touch over one surface, told to a hand as squares. The surface must have `touch-action: none` while
 * moves can be made, or a phone would scroll the page instead; where it scrolls, the press ends with `pointercancel`.
 * Only the primary pointer counts: a second finger does nothing.
 *
 * The life of a press: `pointerdown`, moves, then `pointerup` or `pointercancel`, one of the two. The pointer is
 * captured: moves and the release come here wherever on the screen they happen. A press becomes one of
 * three things, decided as late as possible: a click, a drag (after five pixels), or a drawing (the right button, or
 * a finger that has rested).
 */
export class PointerInput {
  flipped = false;
  /** What of the drawing the surface shows. */
  box: Box;
  /** The main button draws, too. */
  draws = false;
  readonly #stop = new AbortController();
  #start: Press | null = null;
  /** The press has moved further than the threshold. It stays so when the pointer comes back. */
  #dragging = false;
  /**
   * Where the right button went down, or a finger rested. Then `start` is null: a press draws or moves, never both.
   */
  #shapeFrom: Square | null = null;
  /** A pointer has just acted; the click that the browser sends after it must not act again. */
  #ignoresClick = false;

  constructor(
    private readonly surface: HTMLElement,
    private readonly geometry: Geometry,
    private readonly hand: Hand,
    private readonly events: PointerEvents,
  ) {
    this.box = geometry.viewBox;
    this.#on('pointerdown', (event) => this.#down(event));
    this.#on('pointermove', (event) => this.#move(event));
    this.#on('pointerup', (event) => this.#up(event));
    this.#on('pointercancel', () => this.#pointerLost());
    this.#on('pointerleave', () => this.hand.hover(null));
    this.#on('contextmenu', (event) => this.#onContextMenu(event));
    this.#on('click', (event) => this.#click(event));
    // Otherwise the mouse would move the focus into the grid, and with it the arrow keys; and a drag would select
    // text.
    this.#on('mousedown', (event) => event.preventDefault());
  }

  /** Ends all listeners. A press that is on ends without a word. */
  destroy(): void {
    this.#stop.abort();
  }

  #on<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ): void {
    this.surface.addEventListener(type, listener, { signal: this.#stop.signal });
  }

  /**
   * `button`: 0 the main one, a finger or a pen, 1 the middle one, 2 the right one. Browsers send no `pointerdown`
   * for a button that is pressed while another one is down (Pointer Events, chorded buttons): see `onContextMenu`.
   */
  #down(event: PointerEvent): void {
    if (!event.isPrimary || event.button > 2) return;
    leaveTextFields(this.surface);
    if (event.button === 1) return;
    this.surface.setPointerCapture(event.pointerId);
    if (event.button === 2 || this.draws) this.#beginSketch(event);
    if (event.button !== 0 || this.draws) return;
    const touch = event.pointerType === 'touch';
    const square = this.#squareUnder(event);
    if (this.events.pressed(square)) return;
    // Before the press: it may pick a piece up, and other squares can be used then.
    const canDraw = touch && square !== null && !this.hand.canUse(square);
    const canDrag = this.hand.press(square, touch);
    const { clientX: x, clientY: y, timeStamp: at } = event;
    this.#start = { x, y, at, square, touch, canDrag, canDraw };
    this.#dragging = false;
  }

  /** Usually once a frame: browsers gather the moves of a pointer. */
  #move(event: PointerEvent): void {
    if (!event.isPrimary) return;
    const square = this.#squareUnder(event);
    if (this.#shapeFrom !== null) {
      this.events.sketched(this.#shapeTo(event));
      return;
    }
    if (!this.#start) {
      this.surface.classList.toggle('usable', square !== null && this.hand.canUse(square));
      // A finger has no hover; what it would leave behind would look like a mouse that rests there.
      if (event.pointerType !== 'touch') this.hand.hover(square);
      return;
    }
    const way = Math.hypot(event.clientX - this.#start.x, event.clientY - this.#start.y);
    if (!this.#dragging && way < dragThreshold) return;
    if (!this.#dragging && this.#isLongPress(event)) {
      this.#sketchByTouch();
      return;
    }
    this.#dragging = true;
    if (this.#start.canDrag) this.events.dragged(this.#pointUnder(event));
    this.hand.drag(this.#squareAimedAt(event, this.#start, way));
  }

  #up(event: PointerEvent): void {
    // A finger that rested and never moved: the circle is begun and ended at once.
    if (event.isPrimary && !this.#dragging && this.#isLongPress(event)) this.#sketchByTouch();
    if (this.#shapeFrom !== null) this.#endSketch(event);
    if (!event.isPrimary || !this.#start) return;
    const start = this.#start;
    const wasDragging = this.#dragging && start.canDrag;
    this.#start = null;
    this.#dragging = false;
    this.#ignoreNextClick();
    const square = this.#squareUnder(event);
    const held = this.hand.view.selected;
    // Before `release`, which changes what the hand holds and may use.
    const isMiss = square !== null && !this.hand.canUse(square) && (wasDragging || square === start.square);
    const moved = this.hand.release(square);
    // After a move the board sets the piece down where it was let go: `LiveBoard.moved`.
    if (wasDragging && !moved) this.events.dragged(null);
    this.events.released();
    if (isMiss) this.events.triedIllegal(held, square);
  }

  /**
   * `click` follows `pointerup` before any timer runs. After the drag of a finger browsers send none: then the timer
   * forgets it, and the next click of a screen reader counts.
   */
  #ignoreNextClick(): void {
    this.#ignoresClick = true;
    setTimeout(() => (this.#ignoresClick = false));
  }

  /** Whether the press is a finger's, where it can do nothing, and rested long enough until this event. */
  #isLongPress({ timeStamp }: PointerEvent): boolean {
    return this.#start !== null && this.#start.canDraw && timeStamp - this.#start.at > longPressMs;
  }

  /** The press becomes a drawing: the hand must not hear of its release. */
  #sketchByTouch(): void {
    this.#shapeFrom = this.#start?.square ?? null;
    this.#start = null;
    this.hand.release(null);
    this.#ignoreNextClick();
  }

  /** The system took the pointer away: this press is void, what was there before it stays. */
  #pointerLost(): void {
    if (this.#shapeFrom !== null) this.events.sketched(null);
    this.#shapeFrom = null;
    this.#start = null;
    this.#dragging = false;
    this.hand.release(null);
    this.events.dragged(null);
  }

  /** The visitor takes everything back: what the hand held before this press, too. */
  #cancelPress(): void {
    this.events.cancelled();
    this.#pointerLost();
  }

  #beginSketch(event: PointerEvent): void {
    // The right button first takes back what was begun, and draws only when nothing was.
    if (this.#start) this.#cancelPress();
    else if (!this.events.cancelled()) this.#shapeFrom = this.#squareUnder(event);
  }

  /** A drawing that ends beside all squares is none. */
  #endSketch(event: PointerEvent): void {
    const shape = this.#shapeTo(event);
    this.#shapeFrom = null;
    if (shape) this.events.drew(shape);
    else this.events.sketched(null);
  }

  #shapeTo(event: PointerEvent): Shape | null {
    const [from, to] = [this.#shapeFrom, this.#squareUnder(event)];
    return from !== null && to !== null ? { from, to, colour: colourOf(event) } : null;
  }

  /** A finger that drags a stone aims above itself; gently at first, so that a tap that trembles still means its
   *  point. */
  #squareAimedAt(event: PointerEvent, start: Press, way: number): Square | null {
    if (!start.touch || !this.hand.aimsAbove) return this.#squareUnder(event);
    const lift = Math.min(fingerLift, 2 * (way - dragThreshold));
    return this.#squareUnder({ clientX: event.clientX, clientY: event.clientY - lift, pointerType: 'touch' });
  }

  /**
   * The menu key takes everything back, and so does the right button that is pressed while the main one is down,
   * whose press is no `pointerdown`. A finger that rests asks for no menu either, but it is still aiming. On Windows
   * the event follows the release of the right button, on other systems its press: by then the press has taken back
   * what there was, and a second time does nothing.
   */
  #onContextMenu(event: MouseEvent): void {
    event.preventDefault();
    if (this.#start?.touch || this.#shapeFrom !== null) return;
    this.#cancelPress();
  }

  /**
   * Screen readers and voice control click cells without any pointer; `detail` counts the clicks of a pointer, and is
   * 0 for them.
   */
  #click(event: MouseEvent): void {
    if (this.#ignoresClick || event.detail !== 0 || !(event.target instanceof HTMLElement)) return;
    const { square } = event.target.dataset;
    if (square) this.events.acted(square);
  }

  /** The square that an event means; null in the dead zone and off the board. */
  #squareUnder(event: Spot): Square | null {
    const wide = event.pointerType === 'touch' || this.geometry.aim === 'cell';
    const reach = wide ? touchReach : mouseReach;
    return this.geometry.squareAt(this.#pointUnder(event), this.flipped, reach);
  }

  /**
   * From pixels of the window to user units. Asks for the box each time: the page may have scrolled since. `Frame`
   * gives the surface the ratio of `box`, so that both scales are the same.
   */
  #pointUnder(event: Pick<Spot, 'clientX' | 'clientY'>): Point {
    const surface = this.surface.getBoundingClientRect();
    const { x, y, width, height } = this.box;
    return {
      x: x + ((event.clientX - surface.left) / surface.width) * width,
      y: y + ((event.clientY - surface.top) / surface.height) * height,
    };
  }
}

/** A tap on the board ends typing, so that the phone's keyboard goes and the keys are the board's. */
function leaveTextFields(surface: HTMLElement): void {
  const { activeElement } = document;
  if (activeElement instanceof HTMLElement && !surface.contains(activeElement)) activeElement.blur();
}
