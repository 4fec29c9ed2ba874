// Weighs the scripts and styles that each page loads (gzip -9), those inside index.html too, against its budget, by the
// manifest of `vite build`.
import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';

const dist = new URL('../dist/', import.meta.url);
const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', dist), 'utf8'));
const KB = 1024;

/** What runs or paints; of a page that is what stands in its `<script>` and `<style>`. */
function textOf(file) {
  const text = readFileSync(new URL(file, dist), 'utf8');
  if (!file.endsWith('.html')) return text;
  return [...text.matchAll(/<(script|style)>(.*?)<\/\1>/gs)].map(([, , inside]) => inside).join('');
}
const gzipSize = (file) => gzipSync(textOf(file), { level: 9 }).length;

/** Files that the chunk `key` and its static imports load. */
function filesOf(key, seen = new Set()) {
  if (seen.has(key)) return [];
  seen.add(key);
  const chunk = manifest[key];
  if (!chunk) throw new Error(`no chunk ${key} in the manifest`);
  return [chunk.file, ...(chunk.css ?? []), ...(chunk.imports ?? []).flatMap((next) => filesOf(next, seen))];
}

/** A file of several modules has a hash in its key, too. */
const group = (name) => Object.keys(manifest).find((key) => key.startsWith(`_${name}-`));
const entry = group('base');
const games = { xiangqi: 'src/games/xiangqi/xiangqi.ts', stones: group('stones') };

const lobbyPage = [entry, group('lobby_page')];
const roomPage = [entry, group('room_page')];
const speaking = (language, ...areas) => areas.map((area) => `src/i18n/${language}/${area}.ts`);
const traditional = 'src/i18n/zh-Hans/common.ts?traditional';
/** What makes all other words in traditional characters of the simplified ones; fetched once. */
const table = 'src/i18n/traditional.ts';
const all = Object.keys(manifest).filter((key) => /\.(js|css)$/.test(manifest[key].file));

const budgets = [
  ['lobby', [...lobbyPage, ...speaking('en', 'common')], 40],
  ['lobby in Chinese', [...lobbyPage, ...speaking('zh-Hans', 'common')], 40],
  ['lobby in traditional Chinese', [...lobbyPage, traditional], 40],
  ...Object.entries(games).map(([name, game]) => [
    `room of ${name}`,
    [...roomPage, game, ...speaking('en', 'common', 'room')],
    78,
  ]),
  ['Xiangqi in Chinese', [...roomPage, games.xiangqi, ...speaking('zh-Hans', 'common', 'room')], 78],
  [
    'Xiangqi in traditional Chinese',
    [...roomPage, games.xiangqi, traditional, table, ...speaking('zh-Hans', 'room')],
    80,
  ],
  [
    'replay of xiangqi',
    [...roomPage, group('replay_page'), games.xiangqi, ...speaking('en', 'common', 'room')],
    90,
  ],
  [
    'lessons of xiangqi',
    [...roomPage, group('learn_page'), games.xiangqi, ...speaking('en', 'common', 'room')],
    88,
  ],
  ['everything', all, 236],
];

let failed = false;
for (const [name, keys, limit] of budgets) {
  const files = new Set(['index.html', ...keys.flatMap((key) => filesOf(key))]);
  const bytes = [...files].reduce((sum, file) => sum + gzipSize(file), 0);
  const over = bytes > limit * KB;
  failed ||= over;
  console.log(
    `${name.padEnd(30)} ${(bytes / KB).toFixed(1).padStart(6)} KB of ${limit} in ${files.size} files${over ? '  OVER' : ''}`,
  );
}
process.exitCode = failed ? 1 : 0;
