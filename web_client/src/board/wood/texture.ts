/* eslint-disable @typescript-eslint/no-non-null-assertion -- indexes are masked or lie within the plank, and this must be fast */

// Wood and cloth, pixel by pixel, from one seed: the same board on every visit and device. No image is fetched.
//
// A pixel's shade is the sum of: broad patches of tone and the fall of light (slow, interpolated), the growth ring at
// its distance from the heart of the log, bent by noise, and the strand of fibre that it lies in. Then short pores
// are drawn over it. The planks of a log differ only in where its heart lies: near the face the rings close into
// arches (flat-sawn), far away they run straight (quarter-sawn).
//
// It must be fast: up to 400,000 pixels on the page's thread. So the random numbers of pixels are drawn beforehand into
// tables, of which those that are looked up by a computed index have a power of two of entries and masked indexes, and
// what is slow along the grain is computed for every 32nd pixel only.

/** The parameters of a texture. Lengths are parts of its height, shades parts of the way through its stops. */
export interface Texture {
  readonly seed: number;
  /** From the pale early wood to the dark: three or more colours. */
  readonly stops: readonly number[];
  /** The heart of the log lies so far to the side and so deep below the face; by its taper the rings close into
   *  arches. */
  readonly far: number;
  readonly deep: number;
  readonly taper: number;
  /** How many shades of years a length of one crosses, how much they wander, and how dark they are. */
  readonly rings: number;
  readonly wave: number;
  readonly line: number;
  /** How strong single strands are, and in how many lengths they lie. */
  readonly fibre: number;
  readonly bands?: number;
  /** How far broad patches differ. */
  readonly tone: number;
  /** Short dark pores for each pixel of width. */
  readonly pores: number;
  /** How fast it darkens away from the light at the upper left. */
  readonly light?: number;
}

type Noise = (x: number, y: number) => number;

/** Numbers in 0..1 that follow from the seed alone (mulberry32). Math.random cannot be seeded. */
const seededRandom = (seed: number) => () => {
  seed = (seed + 0x6d2b79f5) | 0;
  let t = Math.imul(seed ^ (seed >>> 15), 1 | seed);
  t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
  return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
};

/**
 * 256 shades through the stops, packed as a canvas keeps them: bytes R, G, B, A in memory, which is ABGR in a word of
 * the little-endian machines that browsers run on.
 */
function shadesOf(stops: readonly number[]): Uint32Array {
  const part = (color: number, shift: number) => (color >> shift) & 255;
  return Uint32Array.from({ length: 256 }, (_, i) => {
    const at = (i / 255) * (stops.length - 1);
    const k = Math.min(at | 0, stops.length - 2);
    const [a = 0, b = 0] = [stops[k], stops[k + 1]];
    const mixed = (shift: number) =>
      Math.round(part(a, shift) + (part(b, shift) - part(a, shift)) * (at - k));
    return ((255 << 24) | (mixed(0) << 16) | (mixed(8) << 8) | mixed(16)) >>> 0;
  });
}

/**
 * Value noise: random values on a grid of 64 by 64 that repeats, between them smoothstep (3t^2 - 2t^3), from 0 to 1.
 * @pre Neither argument is negative: `| 0` cuts towards zero.
 */
function noiseOf(roll: () => number): Noise {
  const grid = new Float32Array(4096).map(roll);
  return (x, y) => {
    const i = x | 0;
    const j = y | 0;
    let u = x - i;
    let v = y - j;
    u *= u * (3 - 2 * u);
    v *= v * (3 - 2 * v);
    const [p, q, a, b] = [(j & 63) << 6, ((j + 1) & 63) << 6, i & 63, (i + 1) & 63];
    const top = grid[p | a]! + (grid[p | b]! - grid[p | a]!) * u;
    return top + (grid[q | a]! + (grid[q | b]! - grid[q | a]!) * u - top) * v;
  };
}

/**
 * One year after another: pale early wood that darkens slowly, then stops short; no two years alike. 4096 samples, as
 * the mask in `run` says.
 */
function growthRings(roll: () => number): Float32Array {
  const years = new Float32Array(4096);
  for (let i = 0; i < years.length;) {
    const wide = 22 + roll() * 58;
    const dark = 0.25 + roll() * roll() * 0.75;
    for (let k = 0; k < wide && i < years.length; k++) {
      const t = k / wide;
      years[i++] = dark * (t < 0.86 ? (t / 0.86) ** 3 : (1 - t) / 0.14);
    }
  }
  return years;
}

/** White noise through a fine and a broad filter, a row of `width` for each length of strands. */
function fibres(roll: () => number, length: number, fibre: number): Float32Array {
  const strands = new Float32Array(length);
  let fine = 0;
  let broad = 0;
  for (let i = 0; i < length; i++) {
    const r = roll() - 0.5;
    fine += r - fine * 0.55;
    broad += r - broad * 0.06;
    strands[i] = (fine * 0.9 + broad * 0.24) * fibre;
  }
  return strands;
}

/** Bends and tones are slow along the grain: looked up every so many pixels and interpolated. */
const stride = 32;

/**
 * Computes every pixel of `image`. The grain runs along its height; a row of pixels crosses the rings. `x` and `y`
 * are pixels, `u` and `v` parts of the height.
 */
function paintPixels(image: ImageData, texture: Texture, roll: () => number): void {
  const { width, height } = image;
  const { far, deep, taper, rings, wave, line, fibre, tone, bands = 10, light = 0.3 } = texture;
  const shades = shadesOf(texture.stops);
  const noise = noiseOf(roll);
  const years = growthRings(roll);
  const strands = fibres(roll, (bands + 2) * width, fibre);
  // A word a pixel: one write in the place of four.
  const out = new Uint32Array(image.data.buffer);
  const bend = (x: number, v: number) => noise((x / height) * 4 + 9, v * 1.7) * wave;
  const shade = (x: number, v: number) =>
    0.25 +
    (noise((x / height) * 3, v * 1.3 + 7) - 0.5) * tone +
    ((x / width - 0.3) ** 2 + (v - 0.2) ** 2) * light;
  // A short function that runs often is compiled well before the board is done. `b` and `s` are the bend and the shade
  // of the first pixel, `db` and `ds` their growth; `t` is the place between two lengths of strands.
  const run = (
    n: number,
    x: number,
    end: number,
    d2: number,
    row: number,
    t: number,
    b: number,
    db: number,
    s: number,
    ds: number,
  ): void => {
    // prettier-ignore
    for (; x < end; x++, b += db, s += ds) {
      const u = x / height - far;
      const strand = strands[row + x]!;
      const year = years[((Math.sqrt(u * u + d2) + b) * rings) & 4095]!;
      const value = s + year * line + strand + (strands[row + width + x]! - strand) * t;
      out[n++] = shades[value < 0 ? 0 : value > 1 ? 255 : (value * 255) | 0]!;
    }
  };
  for (let y = 0; y < height; y++) {
    const v = y / height;
    const band = (v * bands) | 0;
    const d2 = (deep + taper * v) ** 2;
    let [b, s] = [bend(0, v), shade(0, v)];
    for (let x = 0; x < width; x += stride) {
      const [b1, s1] = [bend(x + stride, v), shade(x + stride, v)];
      run(y * width + x, x, Math.min(x + stride, width), d2, band * width, v * bands - band, b, (b1 - b) / stride, s, (s1 - s) / stride); // prettier-ignore
      [b, s] = [b1, s1];
    }
  }
}

/**
 * Covers `canvas` with `width` by `height` pixels of a texture, whose grain runs along its height. Sets the canvas's
 * size, which wipes it. The order of random numbers is part of the texture: another one is another board.
 */
export function paintTexture(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  texture: Texture,
): void {
  const roll = seededRandom(texture.seed);
  canvas.width = width;
  canvas.height = height;
  const paper = canvas.getContext('2d');
  if (!paper) return;
  const image = new ImageData(width, height);
  paintPixels(image, texture, roll);
  paper.putImageData(image, 0, 0);
  paper.fillStyle = '#3a1c06';
  for (let i = texture.pores * width; i-- > 0;) {
    paper.globalAlpha = 0.03 + roll() * 0.06;
    paper.fillRect(roll() * width, roll() * height, 0.8, 3 + (roll() * height) / 40);
  }
  paper.globalAlpha = 1;
}
