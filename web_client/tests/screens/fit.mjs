// Looks at every page in three languages on four widths: nothing may be wider than the window, no button may cut its own
// words. `node tests/screens/fit.mjs [part of a name]`.
import { open, shots } from './shots.mjs';
import { openStage } from './stage.mjs';

const [, , only = ''] = process.argv;
const widths = [320, 390, 800, 1440];
const languages = ['en', 'zh-Hans', 'zh-Hant'];
/** One shot of each page: other sizes of the same page are what this program does itself. */
const pages = shots.filter(({ name, click, tap }) => !/-(phone|tablet|zh)/.test(name) && !click && !tap);

/** Words that reach out of what holds them, and how far the page is wider than its window. */
function misfits() {
  const root = document.documentElement;
  const found = [];
  const wide = root.scrollWidth - root.clientWidth;
  if (wide > 0) found.push(`${wide} px wider than the window`);
  for (const element of document.querySelectorAll('button, .button, .tag, .chip, h1, h2, .segment label')) {
    const { overflowX, position } = getComputedStyle(element);
    if (overflowX !== 'visible' || position === 'absolute' || element.clientWidth === 0) continue;
    const over = element.scrollWidth - element.clientWidth;
    if (over > 2)
      found.push(
        `${element.className || element.tagName} "${element.textContent.trim().slice(0, 24)}" +${over} px`,
      );
  }
  return found.slice(0, 5);
}

let failed = 0;
const stage = await openStage();
try {
  for (const shot of pages.filter(({ name }) => name.includes(only)))
    for (const width of widths)
      for (const language of languages) {
        const size = { width, height: width < 800 ? 720 : 900, touch: width < 800 };
        const { page, context } = await open(
          stage,
          { ...shot, size, settings: { ...shot.settings, language } },
          'dark',
        );
        const found = await page.evaluate(misfits);
        if (found.length > 0) console.log(`${shot.name} ${width} ${language}\n  ${found.join('\n  ')}`);
        failed += found.length;
        await context.close();
      }
} finally {
  await stage.close();
}
console.log(failed === 0 ? 'everything fits' : `${failed} misfits`);
process.exitCode = failed === 0 ? 0 : 1;
