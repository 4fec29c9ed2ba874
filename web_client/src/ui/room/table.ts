import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Arrow, BoardSettings, BoardState } from '../../board/board';
import { areaOf, type Area } from '../../board/area';
import type { GameView, Piece, Position } from '../../games/kit/game';
import { opposite, type BySide, type Side } from '../../protocol/types';
import { face, urgent } from '../../state/clock';
import { isOver, isYourTurn, mayPremove, type Room } from '../../state/room';
import type { Settings } from '../../state/settings';
import { History } from '../parts/history';
import type { RoomModel } from './room_model';

/** Where one sits at the board of a room: what is seen of the game from there, and which way round. */
export class Table {
  private readonly turned = signal(false);
  private readonly inHurry = signal(false);
  private readonly placed = signal<string | null>(null);
  /** The visitor's own clock runs and is nearly used up. */
  readonly hurried = computed(() => this.inHurry.value);
  /** The move that waits for a second tap. */
  readonly placing = computed(() => this.placed.value);
  private readonly said = signal('');
  /** For screen readers. */
  readonly spoken = computed(() => this.said.value);
  private readonly putAway = signal(false);
  /** Whether the plate of the result lies over the board: until it is put away, or somebody looks at older moves. */
  readonly plate = computed(
    () => isOver(this.room.value.state) && !this.putAway.value && this.model.browsed.value === null,
  );
  private readonly history;
  readonly room: ReadonlySignal<Room>;
  readonly bottom: ReadonlySignal<Side>;
  /** One object as long as the server says the same text: boards look no further then. */
  private readonly position: ReadonlySignal<Position>;
  /** What each side has taken, and how much more the first side's pieces are worth; null where nothing is taken. */
  readonly taken: ReadonlySignal<{ pieces: BySide<readonly Piece[]>; balance: number } | null>;
  readonly state: ReadonlySignal<BoardState>;
  readonly settings: ReadonlySignal<Partial<BoardSettings>>;

  /** @pre the model has a room */
  constructor(
    readonly model: RoomModel,
    readonly game: GameView,
    private readonly chosen: ReadonlySignal<Settings>,
  ) {
    const first = model.room.peek();
    if (!first) throw new Error('a table without a room');
    this.history = new History(game, first.full.startPos);
    this.room = computed(() => model.room.value ?? first);
    this.bottom = computed(() => {
      const own = this.room.value.full.you ?? 'first';
      return this.turned.value ? opposite(own) : own;
    });
    const text = computed(() => this.room.value.state.pos);
    this.position = computed(() => game.parsePosition(text.value));
    const start = computed(() => game.parsePosition(first.full.startPos));
    this.taken = computed(() => {
      const pieces = game.captured?.(start.value, this.position.value);
      return pieces ? { pieces, balance: game.balance?.(this.position.value) ?? 0 } : null;
    });
    this.state = computed(() => this.boardState());
    this.settings = computed(() => this.boardSettings(this.chosen.value));
  }

  turn(): void {
    this.turned.value = !this.turned.value;
  }

  say(text: string): void {
    this.said.value = text;
  }

  hurry(hurried: boolean): void {
    this.inHurry.value = hurried;
  }

  putPlateAway(): void {
    this.putAway.value = true;
  }

  /** What the end was about: the general that was taken, the five; null where it was not on the board. */
  decisive(): readonly string[] | null {
    const { winLine, check } = this.state.peek();
    if (winLine) return winLine;
    const royal = check ? this.game.royal?.(this.position.peek()) : null;
    return royal ? [royal] : null;
  }

  place(move: string | null): void {
    this.placed.value = move;
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
      const position = this.game.after(this.position.value, pending.move);
      return { position, lastMove: pending.move, ...this.ahead(room, position) };
    }
    return this.liveState(room);
  }

  /** What may be done in one's turn: move, or mark free points where they are to be offered. */
  private allowed({ state, full }: Room, position: Position): readonly string[] {
    if (this.model.offered.value && full.you) return this.game.premoves(position, full.you);
    return state.legal ?? [];
  }

  /** Whose stone comes next; in an opening another side may place it. */
  get nextStone(): Side {
    return this.position.value.turn;
  }

  /** Where the rule of an opening lets one place the next stone; null where it does not say. */
  get area(): Area | null {
    const { state, full } = this.room.value;
    const isPlacing = state.opening?.step === 'place' && full.you === state.turn;
    if (!isPlacing) return null;
    return areaOf(state.legal ?? [], this.game.premoves(this.position.value, state.turn));
  }

  /** What may be done while the other side thinks. */
  private ahead(room: Room, position: Position): Pick<BoardState, 'legal' | 'ahead' | 'premove'> {
    const { you } = room.full;
    const waits = mayPremove(room) || this.model.pending.value !== null;
    if (you === null || !waits || !this.chosen.value.premove) return {};
    return { legal: this.game.premoves(position, you), ahead: true, premove: this.model.premove.value };
  }

  /** Arrows of a hint, and the points of an opening procedure among which one chooses. */
  private arrows({ state }: Room): readonly Arrow[] {
    const hint = this.model.hint.value;
    const points = [...(state.opening?.offered ?? []), ...(this.model.offered.value ?? [])];
    const arrows = points.map((move): Arrow => ({ move, rank: 'second' }));
    return hint ? [...arrows, { move: hint.move, rank: 'best' }] : arrows;
  }

  /** Milliseconds left on a clock of this table; null where there is none. */
  left(side: Side): number | null {
    const { state, full } = this.room.value;
    const { clock, turn } = state;
    const { time } = full;
    return clock && time ? urgent(face({ clock, time, turn }, side, this.model.now())) : null;
  }

  private liveState(room: Room): BoardState {
    const { state, moves, full } = room;
    const lastMove = moves.at(-1);
    const yours = isYourTurn(room);
    const position = this.position.value;
    const won = isOver(state) && state.reason === this.game.lineReason && lastMove !== undefined;
    return {
      position,
      lastMove,
      arrows: this.arrows(room),
      check: state.check ?? false,
      legal: yours ? this.allowed(room, position) : [],
      forbidden: full.you === state.turn && !isOver(state) ? (state.forbidden ?? []) : [],
      area: this.area,
      winLine: won ? this.game.winLine?.(position, lastMove) : undefined,
      ...(yours ? {} : this.ahead(room, position)),
    };
  }

  private boardSettings(chosen: Settings): Partial<BoardSettings> {
    const { language, pieceSet, coordinates, targets } = chosen;
    // In time trouble nothing may cost a second: no animation, no second tap.
    const hurried = this.hurried.value;
    const animate = chosen.animate && !hurried;
    const placing = hurried ? 'direct' : chosen.placing;
    const flipped = this.game.facesPlayer ? this.bottom.value === 'second' : this.turned.value;
    return { language, pieceSet, coordinates, targets, animate, placing, flipped };
  }
}
