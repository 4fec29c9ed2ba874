// Looks at every page as a machine can: WCAG by axe in both themes; what does not fit, in three languages and windows
// of all shapes, also with the system's own colours (checks.mjs); targets of a finger; no error in the console; no
// shift of what stands. `node tests/screens/audit.mjs [--core | part of a name]`, after `npm run build`; --core looks
// at a few pages that have most of all parts, in four windows.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PATIENCE_MS } from '../../../tests/system/lib/patience.mjs';
import { open, settled, shots } from './shots.mjs';
import { openFixture } from './fixture.mjs';
import {
  covered,
  cutOff,
  messagesOver,
  misfits,
  movesGone,
  needlesslyCut,
  slidBelow,
  smallTargets,
  tinted,
  turnsLost,
} from './checks.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [, , only = ''] = process.argv;
const CORE = [
  'lobby',
  'lobby-phone-zh',
  'xiangqi',
  'gomoku-phone',
  'antireversi',
  'mate-phone',
  'replay',
  'games-phone',
];
const isCore = only === '--core';
const isWanted = ({ name }) => (isCore ? CORE.includes(name) : name.includes(only));
/** Good is up to 0.1 in the Core Web Vitals; a line that wraps makes 0.006. */
const MAX_SHIFT = 0.01;
const coreWindows = [
  [320, 568],
  [844, 390],
  [1180, 820],
  [1440, 900],
];
/** The smallest phone in both hands and a usual one, 1440 at 200 %, tablets, a square screen, desks. */
const windows = isCore
  ? coreWindows
  : [...coreWindows, [390, 720], [568, 320], [640, 360], [720, 720], [800, 900], [1280, 1024], [1920, 1080]];
/** Of those, what has a finger for a pointer here. */
const phones = [
  [320, 568],
  [568, 320],
  [640, 360],
  [844, 390],
];
const LANGUAGES = 3;
/** Pages looked at side by side: most of the time goes by waiting. */
const HANDS = 3;
/** A page takes 5 to 15 s. */
const DEADLINE_MS = 2 * PATIENCE_MS;

const shifted = () => ({
  sum: window.shifts.reduce((sum, { value }) => sum + value, 0),
  what: window.shifts.flatMap(({ what }) => what).join(', '),
});

async function violations(page, theme) {
  await page.emulateMedia({ colorScheme: theme });
  const { violations: all } = await page.evaluate(() => window.axe.run());
  return all.map(
    ({ id, nodes }) => `${theme}: ${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 4)}`,
  );
}

const drawn = () =>
  new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
  });

/** What has just come under the finger takes no press at first (status_bar.css), and hit tests do not find it. */
const taking = async () => {
  const ends = ({ effect }) => Number.isFinite(effect?.getComputedTiming().endTime);
  await Promise.allSettled(
    document
      .getAnimations()
      .filter(ends)
      .map(({ finished }) => finished),
  );
};

/** Two messages of the page, as any failure brings one: none may lie over what is played with. */
async function toasted(page) {
  await page.evaluate(() => dispatchEvent(new ErrorEvent('error', { error: new Error('audit') })));
  await page.waitForSelector('.toast');
  await page.evaluate(() => {
    const [toast] = document.querySelectorAll('.toast');
    toast.after(Object.assign(toast.cloneNode(true), { id: 'second-message' }));
  });
  const found = await page.evaluate(messagesOver, '.toasts');
  await page.evaluate(() => document.getElementById('second-message').remove());
  await page.evaluate(() => document.querySelectorAll('.toast button').forEach((close) => close.click()));
  return found;
}

/** What does not fit a window of the size that it has, in the language that it has. */
async function misfitsAt(page) {
  const found = [];
  for (const check of [misfits, covered, cutOff, needlesslyCut, tinted, slidBelow, movesGone, turnsLost])
    found.push(...(await page.evaluate(check)));
  if (await page.locator('.room').count()) {
    found.push(...(await page.evaluate(messagesOver, '.banner')));
    found.push(...(await toasted(page)));
  }
  return found;
}

async function fits(page, { size }) {
  const found = [];
  for (const [width, height] of size.touch ? [[size.width, size.height], ...phones] : windows) {
    await page.setViewportSize({ width, height });
    await page.evaluate(drawn); // Some parts are built for widths, and a busy machine tells them late.
    await page.evaluate(taking);
    const language = await page.evaluate(() => document.documentElement.lang);
    found.push(...(await misfitsAt(page)).map((what) => `${width}x${height}, ${language}: ${what}`));
  }
  return found;
}

/** The button goes round the languages; narrow windows hide it, which does not matter here. */
async function nextLanguage(page) {
  const before = await page.evaluate(() => {
    const { lang } = document.documentElement;
    document.querySelector('.language')?.click();
    return lang;
  });
  if (await page.locator('.language').count())
    await page.waitForFunction((old) => document.documentElement.lang !== old, before);
  await settled(page);
}

/** Everything that is wrong with a page. */
async function look(shot, contexts) {
  const { page, errors } = await open(fixture, shot, 'dark', contexts);
  const found = [];
  try {
    const { sum, what } = await page.evaluate(shifted);
    if (sum > MAX_SHIFT && !shot.moves) found.push(`layout shift ${sum.toFixed(3)}: ${what}`);
    // The policy of the page forbids inline scripts, not those of the debugger.
    await page.evaluate(axe);
    for (const theme of ['dark', 'light']) found.push(...(await violations(page, theme)));
    if (shot.size.touch)
      found.push(...(await page.evaluate(smallTargets)).map((target) => `too small for a finger: ${target}`));
    await page.emulateMedia({ forcedColors: 'active' });
    found.push(...(await page.evaluate(misfits)).map((misfit) => `forced colours: ${misfit}`));
    await page.emulateMedia({ forcedColors: 'none' });
    for (let language = 0; language < LANGUAGES; ++language) {
      found.push(...(await fits(page, shot)));
      await nextLanguage(page);
    }
    return [...found, ...errors];
  } finally {
    await page.close();
  }
}

const tooLate = () =>
  new Promise((done) => {
    setTimeout(done, DEADLINE_MS, null).unref();
  });

let retried = 0;

/** A browser on a busy machine now and then loses a page for good: one of a run is tried again, told and counted. */
async function findings(shot, contexts) {
  for (let tries = 0; tries < 2; ++tries) {
    const found = await Promise.race([look(shot, contexts).catch((error) => [String(error)]), tooLate()]);
    if (found) return found;
    contexts.clear();
    if (++retried > 1) break;
    console.log(`retried: ${shot.name}: the page stood still`);
  }
  return ['the page stands still'];
}

const fixture = await openFixture();
const waiting = shots.filter(isWanted);
const count = waiting.length;
let failed = 0;
if (count === 0 || (isCore && count < CORE.length)) throw new Error(`${count} pages of that name`);
async function work() {
  const contexts = new Map();
  for (let shot = waiting.shift(); shot; shot = waiting.shift()) {
    const found = await findings(shot, contexts);
    if (found.length > 0) console.log(`${shot.name}\n  ${found.join('\n  ')}`);
    if (found.length > 0) ++failed;
  }
}
try {
  await Promise.all(Array.from({ length: HANDS }, work));
} finally {
  await fixture.close();
}
console.log(`${count - failed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
