import type { Key } from '../i18n/keys';

/** As of the server (docs/protocol.md, "Names"), in characters of Unicode, not in units of UTF-16. */
export const SHORTEST_NAME = 2;
export const LONGEST_NAME = 20;

/**
 * Why the server will refuse a name, as far as that can be seen here; null where only it knows. The server also looks
 * for disguised letters and for names that are taken.
 */
export function nameProblem(name: string): Key | null {
  const letters = Array.from(name.trim());
  if (letters.length < SHORTEST_NAME) return 'name.short';
  if (letters.length > LONGEST_NAME) return 'name.long';
  return /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_-]| (?! ))*$/u.test(name.trim()) ? null : 'name.signs';
}
