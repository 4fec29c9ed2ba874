import type { Box, Geometry, Point, Square } from '../model/game';
import type { Hand } from '../model/hand';
import { colourOf, type Shape } from '../model/shape';

/** How far from a square's centre a press still means it, in cells. The mouse is held to a wider dead zone between
    crossings, because nothing asks it again. */
const touchReach = 0.48;
const mouseReach = 0.42;
/** A press becomes a drag when it has moved this far, in CSS pixels. */
const dragThreshold = 5;
/** A finger that has rested so long where it can do nothing else draws. */
const longPressMs = 350;

type Spot = Pick<PointerEvent, 'clientX' | 'clientY' | 'pointerType'>;

interface Press {
  readonly x: number;
  readonly y: number;
  readonly at: number;
  readonly square: Square | null;
  readonly touch: boolean;
  readonly canDrag: boolean;
  readonly canDraw: boolean;
}

/** How far above a finger a dragged stone is aimed at most, in CSS pixels: a fingertip and a little. */
const fingerLift = 52;

export interface PointerEvents {
  /** The piece in the hand follows the pointer; null: it no longer does. */
  dragged(point: Point | null): void;
  /** A press of the main button. True when the board has used it up. */
  pressed(square: Square | null): boolean;
  /** A click without any pointer. */
  acted(square: Square): void;
  /** The main button was let go, and drew nothing. */
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
 * Mouse, pen and touch over one surface, told to a hand as squares. The surface must have `touch-action: none`, or
 * a phone would scroll the page instead.
 */
export class PointerInput {
  flipped = false;
  /** What of the drawing the surface shows. */
  box: Box;
  private readonly stop = new AbortController();
  private start: Press | null = null;
  private dragging = false;
  /** Where the right button went down, or a finger rested. */
  private shapeFrom: Square | null = null;
  /** A pointer has just acted; the click that the browser sends after it must not act again. */
  private ignoresClick = false;

  constructor(
    private readonly surface: HTMLElement,
    private readonly geometry: Geometry,
    private readonly hand: Hand,
    private readonly events: PointerEvents,
  ) {
    this.box = geometry.viewBox;
    this.on('pointerdown', (event) => this.down(event));
    this.on('pointermove', (event) => this.move(event));
    this.on('pointerup', (event) => this.up(event));
    this.on('pointercancel', () => this.pointerLost());
    this.on('pointerleave', () => this.hand.hover(null));
    this.on('contextmenu', (event) => this.onContextMenu(event));
    this.on('click', (event) => this.click(event));
    // Otherwise the mouse would move the focus into the grid, and with it the arrow keys.
    this.on('mousedown', (event) => event.preventDefault());
  }

  destroy(): void {
    this.stop.abort();
  }

  private on<Type extends keyof HTMLElementEventMap>(
    type: Type,
    listener: (event: HTMLElementEventMap[Type]) => void,
  ): void {
    this.surface.addEventListener(type, listener, { signal: this.stop.signal });
  }

  private down(event: PointerEvent): void {
    if (!event.isPrimary || event.button > 2) return;
    leaveTextFields(this.surface);
    if (event.button === 2) this.beginSketch(event);
    if (event.button !== 0) return;
    this.surface.setPointerCapture(event.pointerId);
    const touch = event.pointerType === 'touch';
    const square = this.squareUnder(event);
    if (this.events.pressed(square)) return;
    const canDraw = touch && square !== null && !this.hand.canUse(square);
    const canDrag = this.hand.press(square, touch);
    const { clientX: x, clientY: y, timeStamp: at } = event;
    this.start = { x, y, at, square, touch, canDrag, canDraw };
    this.dragging = false;
  }

  private move(event: PointerEvent): void {
    if (!event.isPrimary) return;
    const square = this.squareUnder(event);
    if (this.shapeFrom !== null) {
      this.events.sketched(this.shapeTo(event));
      return;
    }
    if (!this.start) {
      this.surface.classList.toggle('usable', square !== null && this.hand.canUse(square));
      if (event.pointerType !== 'touch') this.hand.hover(square);
      return;
    }
    const way = Math.hypot(event.clientX - this.start.x, event.clientY - this.start.y);
    if (!this.dragging && way < dragThreshold) return;
    if (!this.dragging && this.isLongPress(event)) {
      this.sketchByTouch();
      return;
    }
    this.dragging = true;
    if (this.start.canDrag) this.events.dragged(this.pointUnder(event));
    this.hand.drag(this.squareAimedAt(event, this.start, way));
  }

  private up(event: PointerEvent): void {
    if (event.isPrimary && !this.dragging && this.isLongPress(event)) this.sketchByTouch();
    if (this.shapeFrom !== null) this.endSketch(event);
    if (!event.isPrimary || !this.start) return;
    const { start } = this;
    const wasDragging = this.dragging && start.canDrag;
    this.start = null;
    this.dragging = false;
    this.ignoreNextClick();
    const square = this.squareUnder(event);
    const held = this.hand.view.selected;
    const isMiss = square !== null && !this.hand.canUse(square) && (wasDragging || square === start.square);
    const moved = this.hand.release(square);
    if (wasDragging && !moved) this.events.dragged(null);
    this.events.released();
    if (isMiss) this.events.triedIllegal(held, square);
  }

  private ignoreNextClick(): void {
    this.ignoresClick = true;
    setTimeout(() => (this.ignoresClick = false));
  }

  private isLongPress({ timeStamp }: PointerEvent): boolean {
    return this.start !== null && this.start.canDraw && timeStamp - this.start.at > longPressMs;
  }

  private sketchByTouch(): void {
    this.shapeFrom = this.start?.square ?? null;
    this.start = null;
    this.hand.release(null);
    this.ignoreNextClick();
  }

  /** The system took the pointer away: this press is void, what was there before it stays. */
  private pointerLost(): void {
    if (this.shapeFrom !== null) this.events.sketched(null);
    this.shapeFrom = null;
    this.start = null;
    this.dragging = false;
    this.hand.release(null);
    this.events.dragged(null);
  }

  private cancelPress(): void {
    this.events.cancelled();
    this.pointerLost();
  }

  private beginSketch(event: PointerEvent): void {
    // The right button first takes back what was begun, and draws only when nothing was.
    if (this.start) this.cancelPress();
    else if (!this.events.cancelled()) this.shapeFrom = this.squareUnder(event);
  }

  private endSketch(event: PointerEvent): void {
    const shape = this.shapeTo(event);
    this.shapeFrom = null;
    if (shape) this.events.drew(shape);
    else this.events.sketched(null);
  }

  private shapeTo(event: PointerEvent): Shape | null {
    const [from, to] = [this.shapeFrom, this.squareUnder(event)];
    return from !== null && to !== null ? { from, to, colour: colourOf(event) } : null;
  }

  /** A finger that drags a stone aims above itself; gently at first, so that a tap that trembles still means its
   *  point. */
  private squareAimedAt(event: PointerEvent, start: Press, way: number): Square | null {
    if (!start.touch || !this.hand.aimsAbove) return this.squareUnder(event);
    const lift = Math.min(fingerLift, 2 * (way - dragThreshold));
    return this.squareUnder({ clientX: event.clientX, clientY: event.clientY - lift, pointerType: 'touch' });
  }

  /** The menu key takes everything back. A finger that rests asks for no menu either, but it is still aiming. */
  private onContextMenu(event: MouseEvent): void {
    event.preventDefault();
    if (this.start?.touch || this.shapeFrom !== null) return;
    this.cancelPress();
  }

  /** Screen readers and voice control click cells without any pointer. */
  private click(event: MouseEvent): void {
    if (this.ignoresClick || event.detail !== 0 || !(event.target instanceof HTMLElement)) return;
    const { square } = event.target.dataset;
    if (square) this.events.acted(square);
  }

  private squareUnder(event: Spot): Square | null {
    const wide = event.pointerType === 'touch' || this.geometry.aim === 'cell';
    const reach = wide ? touchReach : mouseReach;
    return this.geometry.squareAt(this.pointUnder(event), this.flipped, reach);
  }

  private pointUnder(event: Pick<Spot, 'clientX' | 'clientY'>): Point {
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
