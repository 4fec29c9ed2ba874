import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { BoardState } from '../../board/board';
import type { Colour, Shape } from '../../board/model/shape';
import type { GameView } from '../../games/kit/game';
import type { GameRecord } from '../../protocol/records';
import type { Brush, StudyShape } from '../../protocol/study_messages';
import type { Notation, Side } from '../../protocol/types';
import { follow, lineFrom, pathTo } from '../../state/chapter';
import { Replay } from '../replay/replay_model';
import type { StudyModel } from './study_model';

const colours: Readonly<Record<Brush, Colour>> = {
  green: 'green',
  red: 'red',
  blue: 'blue',
  yellow: 'orange',
};

const drawn = ({ brush, from, to = from, label }: StudyShape): Shape => ({
  from,
  to,
  colour: colours[brush],
  ...(label !== undefined && { label }),
});

/** With `shape` where it was not; without it where the same one is; another one at its place goes. */
export function withShape(shapes: readonly StudyShape[], shape: StudyShape): readonly StudyShape[] {
  const others = shapes.filter(({ from, to }) => from !== shape.from || to !== shape.to);
  const isThere = shapes.some(
    (one) => !others.includes(one) && one.brush === shape.brush && one.label === shape.label,
  );
  return isThere ? others : [...others, shape];
}

/** What was drawn with a key held has its own colour, else the one that was chosen. */
export function shapeOf({ from, to, colour }: Shape, chosen: Brush, label: string): StudyShape {
  const brush = colour === 'orange' ? chosen : colour;
  if (from !== to) return { brush, from, to };
  return { brush, from, ...(label && { label }) };
}

/**
 * A chapter on the board of a replay: the moves that lead to the shown node are its variation, and a move that is made
 * is a step in the tree, or a new move of it. It lives until `destroy`.
 */
export class StudyBoard extends Replay {
  /** What the board shows, with what is drawn on the node. */
  readonly drawn: ReadonlySignal<BoardState>;
  readonly #stop: () => void;
  #side: Side | undefined;

  constructor(
    record: GameRecord,
    game: GameView,
    private readonly model: StudyModel,
  ) {
    super(record, game, 0);
    this.drawn = computed(() => ({ ...this.state.value, shapes: this.#shapes }));
    this.#stop = effect(() => this.#followModel());
  }

  destroy(): void {
    this.#stop();
  }

  override showLine(_ply: number, moves: readonly string[]): void {
    const { shown } = this.model.state.peek();
    const isNew = shown !== null && follow(shown, moves).rest.length > 0;
    this.model.walk(moves, isNew ? this.#namesOf(moves) : []);
  }

  override get nextMove(): string | undefined {
    return this.remaining[0];
  }

  override get remaining(): readonly string[] {
    const { shown, at, tried } = this.model.state.value;
    return shown && tried.length === 0 ? lineFrom(shown, at).map(({ move }) => move) : [];
  }

  get #shapes(): readonly Shape[] {
    const { shown, at, tried } = this.model.state.value;
    return tried.length > 0 ? [] : (shown?.nodes.get(at)?.shapes ?? []).map(drawn);
  }

  /** What moves from the start are called; the server says the same later. */
  #namesOf(moves: readonly string[]): readonly Notation[] {
    const { notations } = this.game;
    if (!notations) return [];
    let before = this.positionAt(0);
    return moves.map((move) => {
      const name = notations.of(before, move);
      before = this.game.after(before, move);
      return name;
    });
  }

  #followModel(): void {
    const { shown, at, tried } = this.model.state.value;
    if (!shown) return;
    if (shown.orientation !== this.#side) {
      this.#side = shown.orientation;
      this.flipped.value = this.#side === 'second';
    }
    const moves = [...pathTo(shown, at).map(({ move }) => move), ...tried];
    if (moves.join() !== this.variation.peek().join()) this.stand(0, moves);
  }
}
