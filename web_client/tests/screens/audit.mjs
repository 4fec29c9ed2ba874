// Looks at every page as a machine can: WCAG by axe, nothing wider than the window, no error in the console, no shift of
// what stands. `node tests/screens/audit.mjs [part of a name]`.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { open, shots } from './shots.mjs';
import { openStage } from './stage.mjs';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const [, , only = ''] = process.argv;
/** Of the Core Web Vitals: good is up to 0.1. */
const MAX_SHIFT = 0.05;

function inspect() {
  const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
  const entries = window.shifts ?? [];
  return { wide, shift: entries.reduce((sum, value) => sum + value, 0) };
}

async function audit(page) {
  const { wide, shift } = await page.evaluate(inspect);
  // The policy of the page forbids inline scripts, not those of the debugger.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run());
  const found = violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).slice(0, 4)}`,
  );
  if (wide > 0) found.push(`${wide} px wider than the window`);
  if (shift > MAX_SHIFT) found.push(`layout shift ${shift.toFixed(3)}`);
  return found;
}

let failed = 0;
const stage = await openStage();
try {
  for (const shot of shots.filter(({ name }) => name.includes(only)))
    for (const theme of ['dark', 'light']) {
      const { page, context, errors } = await open(stage, shot, theme);
      const found = [...(await audit(page)), ...errors];
      if (found.length > 0) console.log(`${shot.name} ${theme}\n  ${found.join('\n  ')}`);
      failed += found.length;
      await context.close();
    }
} finally {
  await stage.close();
}
console.log(failed === 0 ? 'all pages pass' : `${failed} findings`);
process.exitCode = failed === 0 ? 0 : 1;
