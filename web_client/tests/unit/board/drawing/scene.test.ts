// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { dice } from '../../random';
import { antireversi } from '../../../../src/games/antireversi/antireversi';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import type { BoardGame, Piece, Square } from '../../../../src/board/model/game';
import { Scene } from '../../../../src/board/drawing/scene';

// Whatever stood there before, was turned, picked up or dropped: what is drawn is the position.

const look = { flipped: false, coordinates: false, narrow: false, pieceSet: 'kai', prefix: 't' } as const;

/** A scene, and beside it what it was last told. */
class Told {
  readonly scene;
  pieces = new Map<Square, Piece>();
  flipped = false;
  private readonly squares: readonly Square[];

  constructor(
    private readonly game: BoardGame,
    private readonly below: (limit: number) => number,
  ) {
    this.scene = new Scene(game, look);
    this.squares = game.geometry.rows(false).flat();
  }

  private square = (): Square => this.squares[this.below(this.squares.length)] ?? '';

  private piece = (): Piece => ({
    kind: this.game.hand === 'carry' ? (['r', 'n', 'p'][this.below(3)] ?? 'r') : 'disc',
    side: this.below(2) === 0 ? 'first' : 'second',
  });

  /** Some pieces go, some change, some come. */
  private show(): void {
    const pieces = new Map([...this.pieces].filter(() => this.below(6) > 0));
    for (let n = this.below(5); n > 0; n--) pieces.set(this.square(), this.piece());
    const [from] = [...pieces.keys()];
    const moved = from && pieces.get(from);
    if (from && moved && this.below(2) === 0) {
      pieces.delete(from);
      pieces.set(this.square(), moved);
    }
    this.pieces = pieces;
    this.scene.show(pieces, false, null);
  }

  step(): void {
    const held = [...this.pieces.keys()][this.below(8)] ?? null;
    switch (this.below(5)) {
      case 0:
        this.flipped = !this.flipped;
        this.scene.redraw({ ...look, flipped: this.flipped });
        break;
      case 1:
        this.scene.lift(held, this.below(2) === 0 ? { x: 1, y: 2 } : null);
        break;
      case 2:
        if (held) this.scene.drop(held, this.square());
        break;
      default:
        this.show();
    }
  }

  get wanted(): readonly string[] {
    return [...this.pieces]
      .map(([square, { side, kind }]) => {
        const { x, y } = this.game.geometry.pointOf(square, this.flipped);
        return `translate(${x}px, ${y}px) #t-${side}-${kind}`;
      })
      .sort();
  }
}

const piecesIn = ({ layer, dragLayer }: Scene): readonly SVGElement[] =>
  [layer, dragLayer].flatMap((one) => [...one.querySelectorAll<SVGElement>('.piece')]);
const drawn = (scene: Scene): readonly string[] =>
  piecesIn(scene)
    .map((piece) => `${piece.style.transform} ${piece.querySelector('use')?.getAttribute('href') ?? ''}`)
    .sort();

describe.each([
  ['carried', xiangqi],
  ['placed', antireversi],
] as const)('where pieces are %s', (_, game) => {
  it.each([1, 2, 3, 4, 5, 6])('what is drawn is what stands there, seed %i', (seed) => {
    const told = new Told(game, dice(seed));
    for (let n = 0; n < 60; n++) {
      told.step();
      told.scene.lift(null, null);
      expect(drawn(told.scene), `step ${n}`).toEqual(told.wanted);
      expect(told.scene.dragLayer.childElementCount).toBe(0);
    }
    expect(piecesIn(told.scene).filter((piece) => piece.querySelector('.shadow-high'))).toEqual([]);
  });
});

describe('a piece in the hand', () => {
  const at = (x: number, y: number): string => `translate(${x}px, ${y}px)`;
  let scene: Scene;
  beforeEach(() => {
    scene = new Scene(xiangqi, look);
    scene.show(new Map([['a0', { side: 'first', kind: 'r' }]]), false, null);
  });
  const piece = (): SVGElement | undefined => piecesIn(scene)[0];

  it('lies above all marks while it is dragged, and where the pointer is', () => {
    scene.lift('a0', { x: 11, y: 12 });
    expect(scene.dragLayer.contains(piece() ?? null)).toBe(true);
    expect(piece()?.style.transform).toBe(at(11, 12));
    scene.lift('a0', null);
    expect(scene.layer.contains(piece() ?? null)).toBe(true);
    expect(piece()?.getAttribute('class')).toBe('piece lifted');
  });

  it('stays where it was dropped until a position comes, and is taken for moved then', () => {
    scene.lift('a0', { x: 11, y: 12 });
    scene.drop('a0', 'a4');
    const { x, y } = xiangqi.geometry.pointOf('a4', false);
    expect(piece()?.style.transform).toBe(at(x, y));
    const same = piece();
    scene.show(new Map([['a4', { side: 'first', kind: 'r' }]]), false, 'a4');
    scene.lift(null, null);
    expect(piece()).toBe(same);
    expect(piece()?.style.transform).toBe(at(x, y));
  });
});
