// Writes the dictionaries in traditional characters from those in simplified ones: `npm run traditional`. Words that
// another region says otherwise come first, the longest before all, then single characters (traditional.json). The
// tests check that the files are what this makes of them, and that no character is left that Big5 does not have.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

const { words, characters } = JSON.parse(readFileSync(new URL('traditional.json', import.meta.url), 'utf8'));
const longestFirst = Object.entries(words).sort(([a], [b]) => b.length - a.length);
const single = new Map(characters.split(' ').map(([simplified, traditional]) => [simplified, traditional]));

export function traditional(text) {
  // What a word has become is not looked at again.
  const pattern = new RegExp([...longestFirst.map(([word]) => word), '\\p{Script=Han}'].join('|'), 'gu');
  return text.replace(pattern, (found) => words[found] ?? single.get(found) ?? found);
}

const folder = (tag) => new URL(`../src/i18n/${tag}/`, import.meta.url);

if (process.argv[1] === new URL(import.meta.url).pathname)
  for (const file of readdirSync(folder('zh-Hans')))
    writeFileSync(
      new URL(file, folder('zh-Hant')),
      traditional(readFileSync(new URL(file, folder('zh-Hans')), 'utf8')),
    );
