import { shots, open } from './shots.mjs';
import { openFixture } from './fixture.mjs';
import { covered } from './checks.mjs';
const fixture = await openFixture();
const shot = shots.find(({ name }) => name === 'games-phone');
const { page } = await open(fixture, shot, 'light', new Map());
for (let i = 0; i < 2; i++) { console.log(await page.evaluate(covered));
console.log(await page.evaluate(() => [...document.querySelectorAll('a,button,input,summary')].filter((x) => /Find|Player/.test(x.innerText + x.ariaLabel + x.title + x.textContent)).map((x) => { const r = x.getBoundingClientRect(); const h = document.elementFromPoint((r.left + r.right) / 2, (r.top + r.bottom) / 2); return x.outerHTML.slice(0, 150) + JSON.stringify(r) + '\n HIT ' + h?.outerHTML.slice(0, 150) + '\n IN ' + h?.parentElement?.outerHTML.slice(0, 80); }).join('\n')));
await page.setViewportSize({ width: 320, height: 568 }); }
await fixture.browser.close(); await fixture.close().catch(() => {}); process.exit(0);
