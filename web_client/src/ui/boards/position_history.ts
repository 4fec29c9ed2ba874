import type { GameView, Position } from '../../games/kit/game';

/**
 * The position after each ply: what the server said where it is known, else worked out from the ply before. Each is
 * worked out once; asked for ply after ply it costs one move, asked for a late ply first all moves up to it.
 */
export class PositionHistory {
  /** By ply. Valid for `moves`. */
  #cache: (Position | undefined)[] = [];
  #moves: readonly string[] = [];

  constructor(
    private readonly game: GameView,
    private readonly startPos: string,
  ) {}

  at(ply: number, moves: readonly string[], known: readonly (string | undefined)[]): string | Position {
    const text = known[ply];
    if (text !== undefined) return text;
    this.#forgetAfter(moves);
    return this.#workOut(ply, known);
  }

  #workOut(ply: number, known: readonly (string | undefined)[]): Position {
    const cached = this.#cache[ply];
    if (cached) return cached;
    const text = known[ply] ?? (ply === 0 ? this.startPos : undefined);
    const position =
      text !== undefined
        ? this.game.parsePosition(text)
        : this.game.after(this.#workOut(ply - 1, known), this.#moves[ply - 1] ?? '');
    this.#cache[ply] = position;
    return position;
  }

  /**
   * After a takeback other moves may follow: what was worked out from the old ones goes. Moves that are only fewer
   * need nothing: what follows them is not asked for before others are there.
   */
  #forgetAfter(moves: readonly string[]): void {
    const different = moves.findIndex((move, ply) => this.#moves[ply] !== move);
    if (different >= 0) this.#cache.length = Math.min(this.#cache.length, different + 1);
    this.#moves = moves;
  }
}
