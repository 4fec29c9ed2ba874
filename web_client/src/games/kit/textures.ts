import type { Texture } from '../../board/wood/texture';
import type { BoardKind } from '../../board/wood/board_theme';

// What boards are made of. A texture is the same in both themes; in the dark one it has darker colours.

type Grain = Omit<Texture, 'stops'>;
type Stops = readonly number[];
type Lights = readonly [light: Stops, dark: Stops];

/** A texture by the boards that the visitor chose, and the theme. */
export type Wood = (boards: BoardKind, dark: boolean) => Texture;

/** What is printed on paper has no years and hardly any fibre. */
const printed = { line: 0, fibre: 0.04, pores: 0 };

const wood =
  (grain: Grain, colors: Readonly<Record<BoardKind, Lights>>): Wood =>
  (boards, dark) => ({
    ...grain,
    ...(boards === 'paper' && printed),
    stops: colors[boards][dark ? 1 : 0],
  });

const cream: Lights = [
  [0xfbf8f1, 0xf6f1e6, 0xeee7d8, 0xe0d7c4],
  [0xdfd9cb, 0xd3ccbb, 0xc3bba8, 0xaaa18c],
];
const redwood: Lights = [
  [0xe3b48c, 0xd39a6e, 0xbb7a50, 0x94532f],
  [0xc4926a, 0xb07a52, 0x955d3a, 0x6f3d20],
];

/** The field of xiangqi: flat-sawn, its rings close into arches. */
export const boxwood = wood(
  {
    seed: 8,
    far: 0.52,
    deep: 0.05,
    taper: 0.2,
    rings: 1700,
    wave: 0.07,
    line: 0.24,
    fibre: 0.1,
    tone: 0.34,
    pores: 0.5,
  },
  {
    wood: [
      [0xf7dfa9, 0xeecd8e, 0xdeb06a, 0xbd8642],
      [0xd9ba82, 0xcba467, 0xb5894c, 0x8f6431],
    ],
    rosewood: redwood,
    paper: cream,
  },
);

/** Gomoku: quarter-sawn, its rings run straight. */
export const kaya = wood(
  {
    seed: 5,
    far: -2.4,
    deep: 0.1,
    taper: 0.1,
    rings: 2300,
    wave: 0.035,
    line: 0.34,
    fibre: 0.12,
    tone: 0.26,
    pores: 0.3,
  },
  {
    wood: [
      [0xf4d798, 0xe9c27a, 0xd8a85c, 0xb98340],
      [0xd6b271, 0xc69d57, 0xb18440, 0x8f622b],
    ],
    rosewood: redwood,
    paper: cream,
  },
);

const rail: Grain = {
  seed: 3,
  far: 0.02,
  deep: 0.3,
  taper: 0.1,
  rings: 3400,
  wave: 0.05,
  line: 0.5,
  fibre: 0.3,
  tone: 0.3,
  pores: 5,
  light: 0,
};
const slate: Lights = [
  [0x4b5560, 0x3b444e, 0x2c343c, 0x1f262c],
  [0x39424b, 0x2c343b, 0x21282e, 0x161b20],
];
const dark: Lights = [
  [0x43342a, 0x32261e, 0x241a14, 0x150e0a],
  [0x2e251f, 0x231b16, 0x19120e, 0x0d0907],
];

/** The frame of xiangqi. */
export const rosewoodRail = wood(rail, {
  wood: [
    [0x7d4529, 0x5f2f1b, 0x451f11, 0x2c120a],
    [0x57301e, 0x432113, 0x30160c, 0x1e0c06],
  ],
  rosewood: dark,
  paper: slate,
});

/** The frame of anti-reversi. */
export const oakRail = wood(rail, { wood: dark, rosewood: dark, paper: slate });

/** The cloth of anti-reversi. */
export const felt = wood(
  {
    seed: 21,
    far: 0,
    deep: 1,
    taper: 0,
    rings: 1,
    wave: 0,
    line: 0,
    fibre: 0.14,
    tone: 0.1,
    pores: 0,
    bands: 140,
    light: 0.7,
  },
  {
    wood: [
      [0x3a9878, 0x278463, 0x1d6c50, 0x15553e],
      [0x2c7a60, 0x1e6950, 0x165440, 0x0f4131],
    ],
    rosewood: [
      [0x2f7460, 0x23604e, 0x184a3c, 0x10362c],
      [0x265f4f, 0x1b4c3e, 0x133a30, 0x0c2a22],
    ],
    paper: [
      [0x7f9fb5, 0x6a8ba2, 0x55768d, 0x415f74],
      [0x637f92, 0x516c7f, 0x40586a, 0x304453],
    ],
  },
);
