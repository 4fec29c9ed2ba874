// SQLite's write-ahead log as a file: https://www.sqlite.org/fileformat2.html#walformat
import { readFileSync } from 'node:fs';

export const PAGE = 4096,
  FRAME = 24 + PAGE,
  HEADER = 32;

/** Bytes from the front that hold anything: the frames that carry the header's salt. The server makes the file longer
 *  than that. */
export function writtenLength(file) {
  const log = readFileSync(file);
  const salt = (at) => log.subarray(at, at + 8);
  let end = HEADER;
  while (end + FRAME <= log.length && salt(end + 8).equals(salt(16))) end += FRAME;
  return end;
}
