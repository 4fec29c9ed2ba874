import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { BoardState } from '../../board/board';
import type { GameView } from '../../games/game';
import type { GameRecord } from '../../protocol/http';
import { movesOf } from '../../state/room';
import { History } from '../parts/history';

/** A finished game, and the ply that is looked at. */
export class Replay {
  readonly moves: readonly string[];
  readonly ply;
  readonly playing = signal(false);
  readonly turned = signal(false);
  readonly state: ReadonlySignal<BoardState>;
  private readonly history: History;

  constructor(
    readonly record: GameRecord,
    private readonly game: GameView,
    start: number | null,
  ) {
    this.moves = movesOf(record.state);
    this.ply = signal(clamp(start ?? this.moves.length, this.moves.length));
    this.history = new History(game, record.startPos);
    this.state = computed(() => this.boardState(this.ply.value));
  }

  go(ply: number): void {
    this.ply.value = clamp(ply, this.moves.length);
  }

  /** One step of the autoplay; stops at the end. */
  advance(): void {
    this.go(this.ply.value + 1);
    if (this.ply.value === this.moves.length) this.playing.value = false;
  }

  /** From the end, playing starts over. */
  togglePlaying(): void {
    if (!this.playing.value && this.ply.value === this.moves.length) this.go(0);
    this.playing.value = !this.playing.value;
  }

  private boardState(ply: number): BoardState {
    const position = this.history.at(ply, this.moves, this.record.positions);
    const lastMove = this.moves[ply - 1];
    const won = ply === this.moves.length && this.record.state.reason === 'five' && lastMove !== undefined;
    const text = this.record.state.pos;
    return {
      position,
      lastMove,
      check: ply === this.moves.length && (this.record.state.check ?? false),
      winLine: won ? this.game.winLine?.(this.game.parsePosition(text), lastMove) : undefined,
    };
  }
}

const clamp = (ply: number, plies: number): number => Math.max(0, Math.min(ply, plies));
