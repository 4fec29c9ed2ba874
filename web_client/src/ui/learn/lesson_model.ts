import { computed, signal } from '@preact/signals';
import { areaOf } from '../../board/model/area';
import type { BoardState } from '../../board/board';
import type { GameView } from '../../games/kit/game';
import type { LessonStep } from './lessons';

/**
 * A visitor on the way through the steps of a game. No server is asked: each step has its own list of moves, and one
 * of them is tried; `go` to the same step begins it again.
 */
export class Lesson {
  readonly index = signal(0);
  /** What was tried in this step, last; the same move anew is another try. */
  readonly tried = signal<{ readonly move: string } | null>(null);
  readonly step = computed(() => this.#stepAt(this.index.value));
  readonly solved = computed(() => {
    const tried = this.tried.value;
    return tried !== null && (this.step.value.goal?.includes(tried.move) ?? true);
  });
  readonly state = computed(() => this.#boardState());

  constructor(
    readonly game: GameView,
    readonly steps: readonly LessonStep[],
  ) {}

  try(move: string): void {
    this.tried.value = { move };
  }

  go(index: number): void {
    this.index.value = Math.max(0, Math.min(index, this.steps.length - 1));
    this.tried.value = null;
  }

  #stepAt(index: number): LessonStep {
    const step = this.steps[index];
    if (!step) throw new RangeError(`no step ${index}`);
    return step;
  }

  #boardState(): BoardState {
    const { position, moves, forbidden = [], isOpening } = this.step.value;
    const start = this.game.parsePosition(position);
    const tried = this.tried.value;
    // A move that was not the one asked for is taken back at once: the next one may be tried.
    if (tried !== null && this.solved.value)
      return { position: this.game.after(start, tried.move), lastMove: tried.move };
    const free = this.game.premoves(start, start.turn);
    const legal = (moves === 'free' ? free : moves).filter((move) => !forbidden.includes(move));
    return { position: start, legal, forbidden, area: isOpening ? areaOf(legal, free) : null };
  }
}
