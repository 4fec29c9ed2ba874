import { mkdirSync } from 'node:fs';
import { shots, open } from './shots.mjs';
import { openFixture } from './fixture.mjs';
const [, , out, names, sizes, lang = 'en', theme = 'light', how = ''] = process.argv;
mkdirSync(out, { recursive: true });
const fixture = await openFixture();
try {
  const contexts = new Map();
  for (const shot of shots.filter(({ name }) => names.split(',').includes(name)))
    for (const size of sizes.split(',')) {
      const [width, height] = size.split('x').map(Number);
      const touch = size.endsWith('t');
      const one = {
        ...shot,
        size: { width, height: parseInt(height || size.split('x')[1]), touch },
        settings: { ...shot.settings, language: lang },
      };
      const { page, errors } = await open(fixture, one, theme, contexts).catch((e) => ({
        errors: [String(e).slice(0, 200)],
      }));
      if (page) {
        if (how === 'toast') {
          await page.evaluate(() => dispatchEvent(new ErrorEvent('error', { error: new Error('audit') })));
          await page.waitForSelector('.toast');
        }
        await page.screenshot({ path: `${out}/${shot.name}-${size}-${lang}.png`, fullPage: how === 'full' });
        await page.close();
      }
      if (errors.length) console.log(shot.name, size, errors);
    }
} finally {
  await fixture.close();
}
