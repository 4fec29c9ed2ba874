// Looks at every page as a machine can: WCAG by axe in both themes, words that reach out of what holds them and pages
// wider than the window in three languages on five widths (720 is 1440 at 200 %), also with the system's own colours;
// targets of a finger; no error in the console, no shift of what stands. `node tests/screens/audit.mjs [--core | part
// of a name]`, after `npm run build`; --core looks at a few pages that have most of all parts.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { PATIENCE_MS } from '../../../tests/system/lib/patience.mjs';
import { open, settled, shots } from './shots.mjs';
import { openFixture } from './fixture.mjs';

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
const isWanted = ({ name }) => (only === '--core' ? CORE.includes(name) : name.includes(only));
/** Good is up to 0.1 in the Core Web Vitals; a line that wraps makes 0.006. */
const MAX_SHIFT = 0.01;
const widths = [320, 390, 720, 800, 1440];
const LANGUAGES = 3;
/** Pages looked at side by side: most of the time goes by waiting. */
const HANDS = 3;
/** A page takes 5 to 15 s. */
const DEADLINE_MS = 2 * PATIENCE_MS;

/** Words that reach out of what holds them, and how far the page is wider than its window. */
function misfits() {
  const root = document.documentElement;
  const found = [];
  const wide = root.scrollWidth - root.clientWidth;
  if (wide > 0) found.push(`${wide} px wider than the window`);
  for (const element of document.querySelectorAll(
    'button, .button, .tag, .chip, .name-text, h1, h2, .segment label',
  )) {
    const { overflowX, position } = getComputedStyle(element);
    if (overflowX !== 'visible' || position === 'absolute' || element.clientWidth === 0) continue;
    const over = element.scrollWidth - element.clientWidth;
    if (over > 2)
      found.push(
        `${element.className || element.tagName} "${element.textContent.trim().slice(0, 24)}" +${over} px`,
      );
  }
  for (const line of document.querySelectorAll('.chat-line'))
    if (line.scrollHeight > line.clientHeight + 2) found.push(`a line of chat lies over the next`);
  return found.slice(0, 5);
}

/**
 * What is pressed with a finger and is smaller than 44 x 44 pixels. A control that the eye does not see is as large as
 * its label, a link as all that it covers. Squares of a board are as large as the board lets them be; links within
 * sentences are excepted, as WCAG 2.5.8 has it.
 */
function smallTargets() {
  const LEAST = 44;
  const found = new Set();
  const controls = 'a[href], button, input, select, textarea, summary';
  for (const control of document.querySelectorAll(controls)) {
    if (control.closest('.skip, [role="grid"], .text-board, .unless-focused:not(:focus-within)')) continue;
    const seen = control.matches('input.hidden') || control.closest('label.switch, label.row');
    const target =
      (seen && control.closest('label')) ||
      (control.matches('.row-link') && control.closest('li')) ||
      control;
    const { width, height } = target.getBoundingClientRect();
    const style = getComputedStyle(target);
    // Clipped away, or in a part that is not shown.
    if (width <= 1 || height <= 1 || style.visibility === 'hidden') continue;
    const isProse = style.display === 'inline' && target.closest('p, li, .row-side, .caption');
    if (isProse || control.disabled) continue;
    if (width < LEAST - 0.5 || height < LEAST - 0.5) {
      const words = (target.innerText || target.ariaLabel || '').trim().slice(0, 20);
      found.add(
        `${target.className || target.tagName} "${words}" ${Math.round(width)}x${Math.round(height)}`,
      );
    }
  }
  return [...found].slice(0, 8);
}

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

async function fits(page, shot) {
  const found = [];
  const phone = shot.size.touch;
  for (const width of phone ? [shot.size.width] : widths) {
    if (!phone) await page.setViewportSize({ width, height: width < 800 ? 720 : 900 });
    await page.evaluate(drawn); // Some parts are built for widths, and a busy machine tells them late.
    const language = await page.evaluate(() => document.documentElement.lang);
    found.push(...(await page.evaluate(misfits)).map((what) => `${width} px, ${language}: ${what}`));
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
    if (sum > MAX_SHIFT) found.push(`layout shift ${sum.toFixed(3)}: ${what}`);
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

/** A browser on a busy machine now and then loses a page for good; one that stands still by itself does so twice. */
async function findings(shot, contexts) {
  for (let tries = 0; tries < 2; ++tries) {
    const found = await Promise.race([look(shot, contexts).catch((error) => [String(error)]), tooLate()]);
    if (found) return found;
    contexts.clear();
    console.log(`${shot.name}: the page stands still`);
  }
  return ['the page stands still'];
}

const fixture = await openFixture();
const waiting = shots.filter(isWanted);
const count = waiting.length;
let failed = 0;
if (count === 0 || (only === '--core' && count < CORE.length)) throw new Error(`${count} pages of that name`);
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
