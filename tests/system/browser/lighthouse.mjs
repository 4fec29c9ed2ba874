// What Lighthouse thinks of the pages: scripts/maintain/lighthouse, or
//   node tests/system/browser/lighthouse.mjs [folder for the reports [part of a page's name]]
// Fails unless every page has accessibility 100 and performance at least 95. A busy machine lowers the second: a page
// below its bar is asked up to three times, and the best counts; the line says how often.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Client } from '../lib/client.mjs';
import { Server } from '../lib/server.mjs';

const lighthouse = fileURLToPath(
  new URL('../../../build/lighthouse/node_modules/lighthouse/cli/index.js', import.meta.url),
);
const folder = process.argv[2] ?? 'build/lighthouse/reports';
const bars = { accessibility: 100, performance: 95 };

/** The scores of one page, 0 to 100, and its main figures. */
function ask(url, name, device) {
  const report = `${folder}/${name}-${device}.json`;
  const flags = [
    url,
    '--quiet',
    '--output=json',
    `--output-path=${report}`,
    `--only-categories=${Object.keys(bars).join()}`,
    '--chrome-flags=--headless=new --no-sandbox --disable-gpu',
    ...(device === 'desktop' ? ['--preset=desktop'] : []),
  ];
  const env = { CHROME_PATH: process.env.SANQI_CHROMIUM ?? '/usr/bin/chromium', ...process.env };
  const run = spawnSync(process.execPath, [lighthouse, ...flags], {
    env,
    encoding: 'utf8',
    timeout: 120_000,
  });
  if (run.status !== 0) throw new Error(`lighthouse ${url}: ${run.stderr}`);
  const { categories, audits } = JSON.parse(readFileSync(report, 'utf8'));
  const scores = Object.fromEntries(
    Object.keys(bars).map((bar) => [bar, Math.round(categories[bar].score * 100)]),
  );
  const figures = ['largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift'].map(
    (id) => audits[id].displayValue,
  );
  return { scores, figures };
}

const below = ({ scores }) => Object.keys(bars).filter((bar) => scores[bar] < bars[bar]);

function bestOfThree(...page) {
  let best = ask(...page);
  let asked = 1;
  for (; asked < 3 && below(best).length > 0; ++asked) {
    const again = ask(...page);
    if (again.scores.performance > best.scores.performance) best = again;
  }
  return { ...best, asked };
}

mkdirSync(folder, { recursive: true });
const server = await new Server().start();
let short = 0;
try {
  const host = await Client.connect(server, { name: 'Lin' });
  const guest = await Client.connect(server, { name: 'Chen' });
  const playing = await host.create({ game: 'xiangqi', opponent: 'human', side: 'first' });
  await guest.join(playing.gameId);
  const over = await host.create({ game: 'gomoku', opponent: 'human', side: 'first' });
  await guest.join(over.gameId);
  for (const client of [host, guest]) await client.until((state) => state.status === 'playing');
  await host.act('resign');

  const pages = {
    lobby: '/',
    room: `/${playing.gameId}`,
    replay: `/replay/${over.gameId}`,
    analysis: '/analysis',
    games: '/games',
    watch: '/watch',
    learn: '/learn',
    player: '/players/Lin',
    leaderboard: '/leaderboard',
    account: '/account',
  };
  const only = process.argv[3] ?? '';
  for (const [name, path] of Object.entries(pages).filter((page) => page[0].includes(only))) {
    for (const device of ['desktop', 'mobile']) {
      const found = bestOfThree(server.url + path, name, device);
      const [lcp, tbt, cls] = found.figures;
      const missed = below(found);
      short += missed.length;
      console.log(
        name.padEnd(11),
        device.padEnd(8),
        found.scores,
        `LCP ${lcp}, TBT ${tbt}, CLS ${cls}`,
        found.asked > 1 ? `best of ${found.asked}` : '',
        missed.length ? `BELOW: ${missed}` : '',
      );
    }
  }
  for (const client of [host, guest]) client.close();
} finally {
  await server.dispose();
}
process.exitCode = short === 0 ? 0 : 1;
