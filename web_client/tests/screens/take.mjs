// Photographs every page in both themes, for the eye; `node tests/screens/take.mjs [OUT [pattern of names]]`.
import { mkdirSync } from 'node:fs';
import { shots, open } from './shots.mjs';
import { openFixture } from './fixture.mjs';

const [, , out = '../build/screens', only = ''] = process.argv;
mkdirSync(out, { recursive: true });

const fixture = await openFixture();
try {
  for (const shot of shots.filter(({ name }) => new RegExp(only).test(name)))
    for (const theme of ['dark', 'light']) {
      const { page, context, errors } = await open(fixture, shot, theme);
      await page.screenshot({ path: `${out}/${shot.name}-${theme}.png`, fullPage: shot.full ?? false });
      if (errors.length > 0) console.log(shot.name, theme, errors.slice(0, 3));
      await context.close();
    }
} finally {
  await fixture.close();
}
