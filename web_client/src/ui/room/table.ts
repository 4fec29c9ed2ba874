import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { BoardSettings, BoardState } from '../../board/board';
import type { GameView } from '../../games/game';
import { opposite, type Side } from '../../protocol/types';
import { isOver, isYourTurn, type Room } from '../../state/room';
import type { Settings } from '../../state/settings';
import { History } from '../parts/history';
import type { RoomModel } from './room_model';

/** Where one sits at the board of a room: what is seen of the game from there, and which way round. */
export class Table {
  private readonly turned = signal(false);
  /** The visitor's own clock runs and is nearly used up. */
  readonly hurried = signal(false);
  private readonly history;
  readonly room: ReadonlySignal<Room>;
  readonly bottom: ReadonlySignal<Side>;
  readonly state: ReadonlySignal<BoardState>;
  readonly settings: ReadonlySignal<Partial<BoardSettings>>;

  /** @pre the model has a room */
  constructor(
    readonly model: RoomModel,
    readonly game: GameView,
    chosen: ReadonlySignal<Settings>,
  ) {
    const first = model.room.peek();
    if (!first) throw new Error('a table without a room');
    this.history = new History(game, first.full.startPos);
    this.room = computed(() => model.room.value ?? first);
    this.bottom = computed(() => {
      const own = this.room.value.full.you ?? 'first';
      return this.turned.value ? opposite(own) : own;
    });
    this.state = computed(() => this.boardState());
    this.settings = computed(() => this.boardSettings(chosen.value));
  }

  turn(): void {
    this.turned.value = !this.turned.value;
  }

  hurry(hurried: boolean): void {
    this.hurried.value = hurried;
  }

  private boardState(): BoardState {
    const room = this.room.value;
    const pending = this.model.pending.value;
    const ply = this.model.shownPly.value;
    if (this.model.browsed.value !== null) {
      const position = this.history.at(ply, room.moves, room.positions);
      return { position, lastMove: room.moves[ply - 1] };
    }
    if (pending) {
      const position = this.game.after(this.game.parsePosition(room.state.pos), pending.move);
      return { position, lastMove: pending.move };
    }
    return this.liveState(room);
  }

  private liveState({ state, moves, full }: Room): BoardState {
    const lastMove = moves.at(-1);
    const yours = isYourTurn(this.room.value);
    const won = isOver(state) && state.reason === 'five' && lastMove !== undefined;
    return {
      position: state.pos,
      lastMove,
      check: state.check ?? false,
      legal: yours ? (state.legal ?? []) : [],
      forbidden: full.you === state.turn && !isOver(state) ? (state.forbidden ?? []) : [],
      winLine: won ? this.game.winLine?.(this.game.parsePosition(state.pos), lastMove) : undefined,
    };
  }

  private boardSettings(chosen: Settings): Partial<BoardSettings> {
    const { language, pieceSet, coordinates, targets } = chosen;
    // In time trouble nothing may cost a second: no animation, no second tap.
    const hurried = this.hurried.value;
    const animate = chosen.animate && !hurried;
    const placing = hurried ? 'direct' : chosen.placing;
    // Xiangqi is looked at from one's own side; boards of stones look the same from everywhere.
    const flipped = this.game.id === 'xiangqi' ? this.bottom.value === 'second' : this.turned.value;
    return { language, pieceSet, coordinates, targets, animate, placing, flipped };
  }
}
