import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Arrow, BoardSettings, BoardState } from '../../../board/board';
import { areaOf, type Area } from '../../../board/model/area';
import type { GameView, Piece, Position } from '../../../games/kit/game';
import { opposite, type BySide, type Side, type TimeControl } from '../../../protocol/types';
import { clockFace, type ClockFace } from '../../../state/clock';
import { isOver, isYourTurn, canPremove, type Room } from '../../../state/room';
import type { Settings } from '../../services/settings';
import { PositionHistory } from '../../boards/position_history';
import type { RoomModel } from './room_model';

/** A text for screen readers. Ids tell equal texts apart: the same text twice is announced twice. */
export interface Announcement {
  readonly id: number;
  readonly text: string;
}

/** More than any event announces at once. */
const ANNOUNCEMENTS_KEPT = 8;

/**
 * Between a room's model and its views: what the board shows, which side is at the bottom, and the state of the page
 * that is neither the server's nor the reducer's (flipped, zen, low time, the result put away, announcements). One
 * for each `RoomModel` that has a room; nothing needs to be released. All is derived by signals: a value is worked
 * out when it is read, and again only when something it was made of has changed. A new `RoomModel`, that of another
 * room, has a new controller.
 */
export class RoomController {
  readonly #flipped = signal(false);
  /** Whether nothing is shown but the game. */
  readonly zen = signal(false);
  /** The visitor's own clock runs and is nearly used up. The announcer's clock sets it. */
  readonly lowTime = signal(false);
  /** The move that waits for a second tap. As the board tells it: on this page alone, and not known to the model. */
  readonly placing = signal<string | null>(null);
  /** The move that is made on this board and asked about before it is sent; gone as soon as it cannot be made any
   *  more. */
  readonly moveToConfirm = computed(() => {
    const [tried, room] = [this.model.toConfirm.value, this.room.value];
    const isPossible = isYourTurn(room) && tried !== null && room.state.legal?.includes(tried);
    return isPossible && !this.model.pending.value ? tried : null;
  });
  /** For screen readers: the last ones. */
  readonly announcements = signal<readonly Announcement[]>([]);
  readonly #resultHidden = signal(false);
  /** Whether the game was not over when this page came. */
  readonly hasSeenPlay: boolean;
  /** Whether the result lies over the board: until it is put away, or older moves are browsed. */
  readonly isResultShown = computed(
    () => isOver(this.room.value.state) && !this.#resultHidden.value && this.model.browsed.value === null,
  );
  readonly #history;
  readonly room: ReadonlySignal<Room>;
  /** The side at the bottom: the visitor's own, the first one's for a spectator, unless it was flipped. */
  readonly bottom: ReadonlySignal<Side>;
  /** One object as long as the server says the same text: boards look no further then. */
  readonly #position: ReadonlySignal<Position>;
  /** What each side has taken, and how much more the first side's pieces are worth; null where nothing is taken. */
  readonly taken: ReadonlySignal<{ pieces: BySide<readonly Piece[]>; balance: number } | null>;
  /** What the board shows now. */
  readonly state: ReadonlySignal<BoardState>;
  /** How it shows it. */
  readonly settings: ReadonlySignal<Partial<BoardSettings>>;

  /** @pre the model has a room */
  constructor(
    readonly model: RoomModel,
    readonly game: GameView,
    private readonly chosen: ReadonlySignal<Settings>,
  ) {
    const first = model.room.peek();
    if (!first) throw new Error('no room');
    this.hasSeenPlay = !isOver(first.state);
    this.#history = new PositionHistory(game, first.full.startPos);
    this.room = computed(() => model.room.value ?? first);
    this.bottom = computed(() => {
      const own = this.room.value.full.you ?? 'first';
      return this.#flipped.value ? opposite(own) : own;
    });
    const text = computed(() => this.room.value.state.pos);
    this.#position = computed(() => game.parsePosition(text.value));
    const start = computed(() => game.parsePosition(first.full.startPos));
    this.taken = computed(() => {
      const pieces = game.captured?.(start.value, this.#position.value);
      return pieces ? { pieces, balance: game.balance?.(this.#position.value) ?? 0 } : null;
    });
    this.state = computed(() => this.#boardState());
    this.settings = computed(() => this.#boardSettings(this.chosen.value));
  }

  flip(): void {
    this.#flipped.value = !this.#flipped.value;
  }

  toggleZen(): void {
    this.zen.value = !this.zen.value;
  }

  announce(text: string): void {
    const before = this.announcements.peek();
    const id = (before.at(-1)?.id ?? 0) + 1;
    this.announcements.value = [...before, { id, text }].slice(-ANNOUNCEMENTS_KEPT);
  }

  setLowTime(low: boolean): void {
    this.lowTime.value = low;
  }

  hideResult(): void {
    this.#resultHidden.value = true;
  }

  /** The squares that decided the game: the checkmated general, the five; null where nothing on the board did. */
  decisiveSquares(): readonly string[] | null {
    const { winLine, check } = this.state.peek();
    if (winLine) return winLine;
    const royal = check ? this.game.royal?.(this.#position.peek()) : null;
    return royal ? [royal] : null;
  }

  /** A move made on the board: sent, or shown to be confirmed first. */
  move(move: string): void {
    if (this.#needsConfirm()) this.model.command({ do: 'try', move });
    else this.model.play(move);
  }

  /** Sends the move to be confirmed; does nothing where it is gone by now. */
  confirm(): void {
    if (this.moveToConfirm.value !== null) this.model.play(this.moveToConfirm.value);
  }

  /** Takes the move to be confirmed back. */
  cancelConfirm(): void {
    this.model.command({ do: 'try', move: null });
  }

  /** In time trouble no move is confirmed; and premoves and marked points are no moves. */
  #needsConfirm(): boolean {
    const { confirmMoves } = this.chosen.value;
    const room = this.room.value;
    const { offered, pending } = this.model;
    if (this.lowTime.value || offered.value || pending.value || !isYourTurn(room)) return false;
    return confirmMoves === 'always' || (confirmMoves === 'days' && room.full.time?.days !== undefined);
  }

  setPlacing(move: string | null): void {
    this.placing.value = move;
  }

  /**
   * In this order: an older position that is browsed; a move that is asked about; a move that is sent, on which
   * premoves may already follow; the game as it stands. Only the last allows moves of the turn.
   */
  #boardState(): BoardState {
    const room = this.room.value;
    const pending = this.model.pending.value;
    const ply = this.model.shownPly.value;
    if (this.model.browsed.value !== null) {
      const position = this.#history.at(ply, room.moves, room.positions);
      return { position, lastMove: room.moves[ply - 1] };
    }
    const asked = this.moveToConfirm.value;
    if (asked !== null) return { position: this.game.after(this.#position.value, asked), lastMove: asked };
    if (pending) {
      const position = this.game.after(this.#position.value, pending.move);
      return { position, lastMove: pending.move, ...this.#premoveState(room, position) };
    }
    return this.#liveState(room);
  }

  /** The legal moves in the visitor's turn, or the points that may be marked to be offered. */
  #movesAllowed({ state, full }: Room, position: Position): readonly string[] {
    if (this.model.offered.value && full.you) return this.game.premoves(position, full.you);
    return state.legal ?? [];
  }

  /** The side whose stone is placed next; in an opening the other side may be the one to place it. */
  get nextStone(): Side {
    return this.#position.value.turn;
  }

  /** Where the opening allows the next stone; null where it allows all points. */
  get area(): Area | null {
    const { state, full } = this.room.value;
    const isPlacing = state.opening?.step === 'place' && full.you === state.turn;
    if (!isPlacing) return null;
    return areaOf(state.legal ?? [], this.game.premoves(this.#position.value, state.turn));
  }

  /** What the board shows for premoves: one that waits also where no other may be made, because it is played. */
  #premoveState(room: Room, position: Position): Pick<BoardState, 'legal' | 'premoving' | 'premove'> {
    const { you } = room.full;
    const waits = canPremove(room) || this.model.pending.value !== null;
    if (you === null || !waits) return {};
    const premove = this.model.premove.value;
    if (!this.chosen.value.premove) return { premove };
    return { legal: this.game.premoves(position, you), premoving: true, premove };
  }

  /** The arrow of a hint, and the points that an opening offers. */
  #arrows({ state }: Room): readonly Arrow[] {
    const hint = this.model.hint.value;
    const points = [...(state.opening?.offered ?? []), ...(this.model.offered.value ?? [])];
    const arrows = points.map((move): Arrow => ({ move, rank: 'second' }));
    return hint ? [...arrows, { move: hint.move, rank: 'best' }] : arrows;
  }

  /** What a clock of this table shows now; null where there is none. */
  clockFace(side: Side): { readonly shown: ClockFace; readonly time: TimeControl } | null {
    const { state, full } = this.room.value;
    const { clock, turn } = state;
    const { time } = full;
    return clock && time && { shown: clockFace({ clock, time, turn }, side, this.model.now()), time };
  }

  /** The position after `ply` moves. */
  positionAt(ply: number): Position {
    const { moves, positions } = this.room.value;
    const position = this.#history.at(ply, moves, positions);
    return typeof position === 'string' ? this.game.parsePosition(position) : position;
  }

  /** The game as the server has it. */
  #liveState(room: Room): BoardState {
    const { state, moves, full } = room;
    const lastMove = moves.at(-1);
    const yours = isYourTurn(room);
    const position = this.#position.value;
    const won = isOver(state) && state.reason === this.game.lineReason && lastMove !== undefined;
    return {
      position,
      lastMove,
      arrows: this.#arrows(room),
      check: state.check ?? false,
      legal: yours ? this.#movesAllowed(room, position) : [],
      forbidden: full.you === state.turn && !isOver(state) ? (state.forbidden ?? []) : [],
      area: this.area,
      winLine: won ? this.game.winLine?.(position, lastMove) : undefined,
      ...(yours ? {} : this.#premoveState(room, position)),
    };
  }

  #boardSettings(chosen: Settings): Partial<BoardSettings> {
    const { language, pieceSet, coordinates, targets } = chosen;
    // In time trouble nothing may cost a second: no animation, no second tap.
    const hurried = this.lowTime.value;
    const animate = chosen.animate && !hurried;
    // A mark goes by a second tap; it is no stone to be asked about.
    const isMarking = this.model.offered.value !== null;
    const placing = hurried || isMarking || this.#needsConfirm() ? 'direct' : chosen.placing;
    const flipped = this.game.facesPlayer ? this.bottom.value === 'second' : this.#flipped.value;
    return { language, pieceSet, coordinates, targets, animate, placing, flipped };
  }
}
