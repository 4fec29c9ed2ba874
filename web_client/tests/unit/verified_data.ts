import { readFileSync } from 'node:fs';

/** Lines of the correctness data that the engine's tests read too. Only for tests. */
export const verifiedLines = (file: string): string[] =>
  readFileSync(new URL(`../../../tests/data/verified/${file}`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
