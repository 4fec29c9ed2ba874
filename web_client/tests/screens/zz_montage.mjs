import { launch } from '../../../tests/system/lib/browser.mjs';
import { readFileSync } from 'node:fs';
const [, , out, width, ...files] = process.argv;
const b = await launch();
const p = await b.newPage({ viewport: { width: Number(width), height: 800 } });
await p.setContent(
  `<body style="margin:0;background:#a0a;display:flex;flex-wrap:wrap;gap:6px;align-items:start">${files.map((f) => `<img src="data:image/png;base64,${readFileSync(f).toString('base64')}">`).join('')}`,
);
await p.screenshot({ path: out, fullPage: true });
await b.close();
