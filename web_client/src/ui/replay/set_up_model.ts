import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { BoardState } from '../../board/board';
import type { GameView, Piece, Position, SetUp, Side, Square } from '../../games/kit/game';
import { put } from '../../games/kit/set_up';
import { EditHand } from './edit_hand';

/**
 * A position that is put together by hand: what is in the hand goes wherever one points. Nothing is checked; the
 * server says whether it can be played from. The board is a usual one, with another hand and moves of its own: `to`,
 * or `to from` for a piece that was dragged.
 */
export class SetUpModel {
  readonly position;
  /** The piece that the next tap puts down; null takes away what stands there. */
  readonly brush;
  readonly state: ReadonlySignal<BoardState>;
  readonly text: ReadonlySignal<string>;
  /** The game with a hand that places whatever was chosen, wherever it is put. */
  readonly editor: GameView;

  constructor(
    readonly game: GameView,
    readonly tools: SetUp,
    start: Position,
  ) {
    this.position = signal(start);
    this.brush = signal<Piece | null>({ side: 'first', kind: game.iconKind });
    this.text = computed(() => tools.write(this.position.value));
    const anywhere = game.geometry.rows(false).flat();
    this.state = computed(() => ({ position: this.position.value, legal: anywhere }));
    this.editor = {
      ...game,
      hand: 'place',
      hints: false,
      newHand: (events) => new EditHand(events, (square) => this.position.peek().pieces.has(square)),
      parseMove: (text) => {
        const [to = '', from] = text.split(' ');
        return { to, ...(from !== undefined && { from }) };
      },
      formatMove: ({ from, to }) => (from === undefined ? to : `${to} ${from}`),
      after: (position, square) => put(position, square, this.brush.peek()),
    };
    // Nothing is won yet.
    delete this.editor.gain;
  }

  take(brush: Piece | null): void {
    this.brush.value = brush;
  }

  /** A move of the editor: a square that was tapped, or where a piece was dragged to and from. */
  applyMove(move: string): void {
    const [to = '', from] = move.split(' ');
    const piece = from === undefined ? this.brush.value : this.position.value.pieces.get(from);
    if (from === undefined || !piece) this.position.value = put(this.position.value, to, this.brush.value);
    else this.#carry(from, to, piece);
  }

  #carry(from: Square, to: Square, piece: Piece): void {
    const pieces = new Map(this.position.value.pieces);
    pieces.delete(from);
    this.position.value = { ...this.position.value, pieces: pieces.set(to, piece) };
  }

  turn(turn: Side): void {
    this.position.value = { ...this.position.value, turn };
  }

  clear(): void {
    this.position.value = { pieces: new Map(), turn: 'first' };
  }

  /** As a game begins. */
  restart(): void {
    this.position.value = this.game.parsePosition(this.game.start);
  }

  /** Reads a position that was pasted. False when it is none. */
  read(text: string): boolean {
    try {
      this.position.value = this.game.parsePosition(text.trim());
      return true;
    } catch {
      return false;
    }
  }
}
