import type { Analysis, Evaluation, Notation, Side } from './types';

/** After `analysis` with `on`: first all plies that there are, then only new ones, until `status` is `done`. */
export interface AnalysisMessage extends Analysis {
  readonly t: 'analysis';
  readonly id?: number;
}

/** The answer to the action `hint`. It may come late: for a position that is gone it means nothing, see `ply`. */
export interface Hint {
  readonly t: 'hint';
  readonly id?: number;
  readonly gameId: string;
  /** Moves played before the one that is recommended. */
  readonly ply: number;
  readonly move: string;
  readonly eval: Evaluation | null;
  readonly line?: readonly string[];
}

/** What a bot thought before its last move, in games that are not rated. */
export interface Thought {
  readonly t: 'thought';
  readonly gameId: string;
  /** Of the position that it thought about. */
  readonly ply: number;
  readonly depth: number;
  readonly eval: Evaluation;
  /** What it expects, from its own best move on. */
  readonly line?: readonly string[];
  readonly notations: readonly Notation[];
}

/** The position at the end of a variation. */
export interface Explored {
  readonly t: 'explored';
  readonly id?: number;
  readonly pos: string;
  readonly turn: Side;
  /** Empty when there is an outcome. */
  readonly legal: readonly string[];
  readonly forbidden?: readonly string[];
  readonly perilous?: readonly string[];
  readonly check: boolean;
  readonly outcome: { readonly result: Side | 'draw'; readonly reason: string } | null;
  /** As asked for, but each in the protocol's own text. */
  readonly moves: readonly string[];
  readonly lastMove: string | null;
  /** Of the last move. */
  readonly notation: Notation;
  /** With `think`: what follows. */
  readonly eval?: Evaluation | null;
  readonly win?: number;
  readonly best?: string;
  readonly line?: readonly string[];
  readonly depth?: number;
  /** The best first, if several were asked for. */
  readonly lines?: readonly EngineLine[];
}

/** One way to go on, and what it is worth to the first side. */
export interface EngineLine {
  readonly eval: Evaluation;
  readonly win: number;
  readonly line: readonly string[];
}
