import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { Arrow, BoardState } from '../../board/board';
import type { GameView, Position } from '../../games/kit/game';
import type { GameRecord } from '../../protocol/records';
import type { AnalysisMessage, Explored } from '../../protocol/engine_messages';
import type { Analysis, Side } from '../../protocol/types';
import { analysedPly, mergeAnalysis } from '../../state/analysis';
import { movesOf } from '../../state/room';
import { PositionHistory } from '../boards/position_history';
import { childrenAfter, withoutLine, withLine, mainLine, type Variations } from './variations';

/**
 * A game, the ply that is looked at, and what was tried from there and elsewhere. What is shown is always `ply` moves
 * of the game and then `variation`. It asks nothing itself: `Explorer` fills `explored` and `analysis`.
 */
export class Replay {
  readonly moves: readonly string[];
  readonly ply;
  /** The autoplay runs; its timer is the view's. */
  readonly playing = signal(false);
  /** How long the autoplay shows each move. */
  readonly seconds = signal(1);
  readonly flipped = signal(false);
  /** The moves after `ply` that are looked at. */
  readonly variation = signal<readonly string[]>([]);
  /** All that was tried: stepping away loses nothing. */
  readonly variations;
  /**
   * What the server says of the shown position; null until it has. Each step makes it null: an answer is of one
   * position.
   */
  readonly explored = signal<Explored | null>(null);
  /** Of the game's own moves, as far as it is done. */
  readonly analysis = signal<Analysis | null>(null);
  readonly state: ReadonlySignal<BoardState>;
  readonly #history: PositionHistory;

  constructor(
    readonly record: GameRecord,
    readonly game: GameView,
    start: number | null,
    known: Variations = new Map(),
  ) {
    this.variations = signal(known);
    this.moves = movesOf(record.state);
    this.ply = signal(clamp(start ?? this.moves.length, this.moves.length));
    this.#history = new PositionHistory(game, record.startPos);
    this.state = computed(() => this.#boardState());
  }

  /** The position after a ply of the game itself. */
  positionAt(ply: number): Position {
    const at = this.#history.at(ply, this.moves, this.record.positions);
    return typeof at === 'string' ? this.game.parsePosition(at) : at;
  }

  /** The shown position, variation and all. */
  get shown(): Position {
    return this.variation.value.reduce(
      (position, move) => this.game.after(position, move),
      this.positionAt(this.ply.value),
    );
  }

  /** All moves from the start to the shown position. */
  get line(): readonly string[] {
    return [...this.moves.slice(0, this.ply.value), ...this.variation.value];
  }

  /** The shown position in the server's words; null until they are here. */
  get knownPosition(): { readonly pos: string; readonly turn: Side } | null {
    const { explored, record } = this;
    if (explored.value) return explored.value;
    const pos = this.variation.value.length > 0 ? undefined : record.positions[this.ply.value];
    return pos === undefined ? null : { pos, turn: this.game.parsePosition(pos).turn };
  }

  /** What follows in the line that is looked at: the rest of the game, or what was tried first from here on. */
  get remaining(): readonly string[] {
    const variation = this.variation.value;
    const isGame = variation.length === 0 && this.ply.value < this.moves.length;
    if (isGame) return this.moves.slice(this.ply.value);
    return mainLine(childrenAfter(this.variations.value.get(this.ply.value) ?? [], variation));
  }

  /** To the last move of the line that is looked at. */
  toEnd(): void {
    const variation = this.variation.value;
    if (variation.length === 0 && this.moves.length > 0) this.go(this.moves.length);
    else this.showLine(this.ply.value, [...variation, ...this.remaining]);
  }

  /** Looks at a ply of the game itself. */
  go(ply: number): void {
    this.showLine(ply, []);
  }

  /** Looks at what stands after `moves` from a ply of the game, and keeps them: the autoplay would lead away. */
  showLine(ply: number, moves: readonly string[]): void {
    if (moves.length > 0) this.playing.value = false;
    this.stand(ply, moves);
    const all = this.variations.value;
    const here = all.get(this.ply.value) ?? [];
    const more = withLine(here, moves);
    if (more !== here) this.variations.value = new Map(all).set(this.ply.value, more);
  }

  /** Looks there; what was said of the last position is not of this one. */
  protected stand(ply: number, moves: readonly string[]): void {
    this.explored.value = null;
    this.ply.value = clamp(ply, this.moves.length);
    this.variation.value = moves;
  }

  /** Forgets the last of `moves` from a ply, with all that was tried after it. */
  removeLine(ply: number, moves: readonly string[]): void {
    const all = this.variations.value;
    this.variations.value = new Map(all).set(ply, withoutLine(all.get(ply) ?? [], moves));
    const { value: shown } = this.variation;
    if (this.ply.value === ply && moves.every((move, i) => shown[i] === move))
      this.showLine(ply, moves.slice(0, -1));
  }

  /** One step back: first out of the variation, then through the game. */
  back(): void {
    const variation = this.variation.value;
    if (variation.length === 0) this.go(this.ply.value - 1);
    else this.showLine(this.ply.value, variation.slice(0, -1));
  }

  /** The next move of the game; in a variation, and after the last one, what was tried first. */
  get nextMove(): string | undefined {
    const variation = this.variation.value;
    const next = variation.length === 0 ? this.moves[this.ply.value] : undefined;
    return next ?? childrenAfter(this.variations.value.get(this.ply.value) ?? [], variation)[0]?.move;
  }

  /** One step on. */
  forward(): void {
    if (this.nextMove !== undefined) this.try(this.nextMove);
  }

  /** Tries a move. The game's own next move is no variation. */
  try(move: string): void {
    const next = this.moves[this.ply.value];
    this.playing.value = false;
    if (this.variation.value.length === 0 && move === next) this.go(this.ply.value + 1);
    else this.showLine(this.ply.value, [...this.variation.value, move]);
  }

  /** What the server says of the shown position. */
  addExplored(explored: Explored): void {
    this.explored.value = explored;
  }

  /** What the server has found out of the game since it last spoke. */
  addAnalysis(message: AnalysisMessage): void {
    this.analysis.value = mergeAnalysis(this.analysis.value, message);
  }

  flip(): void {
    this.flipped.value = !this.flipped.value;
  }

  /** How long the autoplay shows each move. */
  setSpeed(seconds: number): void {
    this.seconds.value = seconds;
  }

  /** One step of the autoplay; stops at the end. */
  advance(): void {
    this.go(this.ply.value + 1);
    if (this.ply.value === this.moves.length) this.playing.value = false;
  }

  /** From the end, playing starts over. */
  togglePlaying(): void {
    if (this.moves.length === 0) return;
    if (!this.playing.value && this.ply.value === this.moves.length) this.go(0);
    this.playing.value = !this.playing.value;
  }

  /** Moves can be tried only where the server has said which are legal. */
  #boardState(): BoardState {
    const variation = this.variation.value;
    const explored = this.explored.value;
    const known = explored ? { legal: explored.legal, forbidden: explored.forbidden ?? [] } : {};
    if (variation.length > 0) return { ...this.#variationState(variation, explored), ...known };
    return { ...this.#gameState(this.ply.value), ...known };
  }

  #variationState(variation: readonly string[], explored: Explored | null): BoardState {
    const arrows = explored?.best === undefined ? [] : [{ move: explored.best, rank: 'best' } as const];
    const lastMove = variation.at(-1);
    if (explored) return { position: explored.pos, lastMove, check: explored.check, arrows };
    return { position: this.shown, lastMove, arrows };
  }

  #gameState(ply: number): BoardState {
    const position = this.#history.at(ply, this.moves, this.record.positions);
    const lastMove = this.moves[ply - 1];
    const last = ply === this.moves.length;
    const won = last && this.record.state.reason === this.game.lineReason && lastMove !== undefined;
    const text = this.record.state.pos;
    return {
      position,
      lastMove,
      check: this.explored.value?.check ?? (last && (this.record.state.check ?? false)),
      winLine: won ? this.game.winLine?.(this.game.parsePosition(text), lastMove) : undefined,
      arrows: this.#arrows(ply),
    };
  }

  /** The best move in jade; in blue the one that was played instead. */
  #arrows(ply: number): readonly Arrow[] {
    const best = this.explored.value?.best ?? analysedPly(this.analysis.value, ply)?.best;
    if (best === undefined) return [];
    const played = this.moves[ply];
    const other: readonly Arrow[] =
      played !== undefined && played !== best ? [{ move: played, rank: 'second' }] : [];
    return [{ move: best, rank: 'best' }, ...other];
  }
}

const clamp = (ply: number, plies: number): number => Math.max(0, Math.min(ply, plies));

/** A record without players and moves: it begins and ends at the start position. */
export const emptyRecord = (
  { game, rule, size }: Pick<GameRecord, 'game' | 'rule' | 'size'>,
  pos: string,
): GameRecord => ({
  gameId: '',
  game,
  rule,
  ...(size !== undefined && { size }),
  you: null,
  players: [
    { name: '', online: false },
    { name: '', online: false },
  ],
  time: null,
  rated: false,
  startPos: pos,
  state: {
    moves: '',
    ply: 0,
    turn: 'first',
    pos,
    clock: null,
    status: 'finished',
    result: null,
    reason: null,
  },
  chat: [],
  v: 0,
  positions: [pos],
  notations: [],
});
