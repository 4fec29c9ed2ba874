// Lines of unit tests for each line of source, by folder: node scripts/test_lines.mjs
// Those in tests/unit/X stand for src/X. Words are no code; comments and blank lines do not count.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

process.chdir(`${import.meta.dirname}/..`);
const isCode = (line) => !/^\s*($|\/\/|\/?\*|\{\/\*.*\*\/\}$)/.test(line);
const linesOf = (file) => readFileSync(file, 'utf8').split('\n').filter(isCode).length;
const isTest = (file) => /\.test\.tsx?$/.test(file);

const folders = new Map();
function count(root) {
  for (const file of readdirSync(root, { recursive: true })) {
    if (!/\.tsx?$/.test(file)) continue;
    const folder = dirname(file).split('/').slice(0, 2).join('/');
    if (folder.startsWith('i18n') && !isTest(file)) continue;
    if (root !== 'src' && !isTest(file)) continue;
    const sum = folders.get(folder) ?? { source: 0, tests: 0 };
    sum[isTest(file) ? 'tests' : 'source'] += linesOf(`${root}/${file}`);
    folders.set(folder, sum);
  }
}
count('src');
count('tests/unit');

const row = (name, { source, tests }) =>
  console.log(
    `${name.padEnd(16)} ${String(source).padStart(7)} ${String(tests).padStart(7)} ${source ? (tests / source).toFixed(2) : '-'}`,
  );
console.log(`${'folder'.padEnd(16)} ${'source'.padStart(7)} ${'tests'.padStart(7)} ratio`);
for (const [name, sum] of [...folders].sort(([a], [b]) => a.localeCompare(b))) row(name, sum);
const sums = [...folders.values()];
const total = (key) => sums.reduce((sum, one) => sum + one[key], 0);
row('all', { source: total('source'), tests: total('tests') });
