// Compares boards with pictures of them, in both themes: `node tests/screens/pictures.mjs [part of a name]`, after `npm
// run build`; `--write` takes the pictures anew, to be looked at before they are kept. Fonts and rasterisers differ
// from machine to machine: both pictures are made small, and a few pixels may differ, none of them but slightly over a
// wide area.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { open, shots } from './shots.mjs';
import { openFixture } from './fixture.mjs';

const words = process.argv.slice(2);
const writes = words.includes('--write');
const only = words.find((word) => !word.startsWith('--')) ?? '';
const folder = new URL('pictures/', import.meta.url);

const NAMES = [
  'xiangqi',
  'xiangqi-phone',
  'xiangqi-over',
  'gomoku',
  'gomoku-over',
  'antireversi',
  'replay-antireversi',
];
/** Width of the compared pictures: thin lines and letters become shades. */
const WIDTH = 240;
/** A pixel differs when one of its colours does by so much of 255; so many parts of all may. */
const SHADE = 28;
const SHARE = 0.004;

/** In the page: a screenshot, made small, as an address of its data. */
async function shrink([data, width]) {
  const image = await createImageBitmap(await (await fetch(data)).blob());
  const canvas = new OffscreenCanvas(width, Math.round((image.height * width) / image.width));
  const paper = canvas.getContext('2d');
  paper.imageSmoothingQuality = 'high';
  paper.drawImage(image, 0, 0, canvas.width, canvas.height);
  const bytes = new Uint8Array(
    await (await canvas.convertToBlob({ type: 'image/webp', quality: 0.9 })).arrayBuffer(),
  );
  return btoa(String.fromCharCode(...bytes));
}

/** In the page: the share of pixels that differ; 1 where the sizes do. */
async function difference([one, other, shade]) {
  const pixels = async (data) => {
    const image = await createImageBitmap(await (await fetch(`data:image/webp;base64,${data}`)).blob());
    const paper = new OffscreenCanvas(image.width, image.height).getContext('2d');
    paper.drawImage(image, 0, 0);
    return paper.getImageData(0, 0, image.width, image.height);
  };
  const [a, b] = [await pixels(one), await pixels(other)];
  if (a.width !== b.width || a.height !== b.height) return 1;
  let different = 0;
  for (let i = 0; i < a.data.length; i += 4)
    if ([0, 1, 2].some((k) => Math.abs(a.data[i + k] - b.data[i + k]) > shade)) ++different;
  return different / (a.data.length / 4);
}

const known = (name) => readFileSync(new URL(`${name}.webp`, folder)).toString('base64');

/** A picture of the board once its wood is painted. */
async function pictureOf(page, desk) {
  await page.waitForFunction(() => performance.getEntriesByName('wood').length > 0);
  const shot = await page.locator('.room-board .board').screenshot({ animations: 'disabled' });
  return desk.evaluate(shrink, [`data:image/png;base64,${shot.toString('base64')}`, WIDTH]);
}

const fixture = await openFixture();
// Where pictures are compared: a page without a policy.
const desk = await (await fixture.browser.newContext()).newPage();
let failed = 0;
try {
  mkdirSync(folder, { recursive: true });
  for (const shot of shots.filter(({ name }) => NAMES.includes(name) && name.includes(only))) {
    const taken = {};
    for (const theme of ['light', 'dark']) {
      const { page, context } = await open(fixture, shot, theme);
      taken[theme] = await pictureOf(page, desk);
      await context.close();
    }
    // A comparison that could not tell day from night would see nothing.
    const contrast = await desk.evaluate(difference, [taken.light, taken.dark, SHADE]);
    if (contrast < 10 * SHARE) throw new Error(`${shot.name}: the themes look alike`);
    for (const [theme, picture] of Object.entries(taken)) {
      const name = `${shot.name}-${theme}`;
      if (writes) {
        writeFileSync(new URL(`${name}.webp`, folder), Buffer.from(picture, 'base64'));
        continue;
      }
      const share = await desk.evaluate(difference, [picture, known(name), SHADE]);
      if (share <= SHARE) continue;
      ++failed;
      console.log(`${name}: ${(100 * share).toFixed(2)} % of the board looks otherwise`);
    }
  }
} finally {
  await fixture.close();
}
console.log(
  writes ? 'pictures written' : failed ? `${failed} pictures differ` : 'all boards look as in their pictures',
);
process.exitCode = failed ? 1 : 0;
