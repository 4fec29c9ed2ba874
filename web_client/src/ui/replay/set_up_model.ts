import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { BoardState } from '../../board/board';
import type { GameView, Piece, Position, SetUp, Side, Square } from '../../games/kit/game';
import { put } from '../../games/kit/set_up';
import { EditHand } from './edit_hand';

/** A position that is put together by hand: what is in the hand goes wherever one points. */
export class SetUpModel {
  private readonly stood;
  private readonly held;
  readonly position: ReadonlySignal<Position>;
  /** The piece that the next tap puts down; null takes away what stands there. */
  readonly brush: ReadonlySignal<Piece | null>;
  readonly state: ReadonlySignal<BoardState>;
  readonly text: ReadonlySignal<string>;
  /** The game with a hand that places whatever was chosen, wherever it is put. */
  readonly editor: GameView;

  constructor(
    readonly game: GameView,
    readonly tools: SetUp,
    start: Position,
  ) {
    this.stood = signal(start);
    this.held = signal<Piece | null>({ side: 'first', kind: game.iconKind });
    this.position = this.stood;
    this.brush = this.held;
    this.text = computed(() => tools.write(this.stood.value));
    const anywhere = game.geometry.rows(false).flat();
    this.state = computed(() => ({ position: this.stood.value, legal: anywhere }));
    this.editor = {
      ...game,
      hand: 'place',
      hints: false,
      newHand: (events) => new EditHand(events, (square) => this.stood.peek().pieces.has(square)),
      parseMove: (text) => {
        const [to = '', from] = text.split(' ');
        return { to, ...(from !== undefined && { from }) };
      },
      formatMove: ({ from, to }) => (from === undefined ? to : `${to} ${from}`),
      after: (position, square) => put(position, square, this.held.peek()),
    };
    // Nothing is won yet.
    delete this.editor.gain;
  }

  take(brush: Piece | null): void {
    this.held.value = brush;
  }

  /** A move of the editor: a square that was tapped, or where a piece was dragged to and from. */
  applyMove(move: string): void {
    const [to = '', from] = move.split(' ');
    const piece = from === undefined ? this.held.value : this.stood.value.pieces.get(from);
    if (from === undefined || !piece) this.stood.value = put(this.stood.value, to, this.held.value);
    else this.carry(from, to, piece);
  }

  private carry(from: Square, to: Square, piece: Piece): void {
    const pieces = new Map(this.stood.value.pieces);
    pieces.delete(from);
    this.stood.value = { ...this.stood.value, pieces: pieces.set(to, piece) };
  }

  turn(turn: Side): void {
    this.stood.value = { ...this.stood.value, turn };
  }

  clear(): void {
    this.stood.value = { pieces: new Map(), turn: 'first' };
  }

  restart(): void {
    this.stood.value = this.game.parsePosition(this.game.start);
  }

  /** Reads a position that was pasted. False when it is none. */
  read(text: string): boolean {
    try {
      this.stood.value = this.game.parsePosition(text.trim());
      return true;
    } catch {
      return false;
    }
  }
}
