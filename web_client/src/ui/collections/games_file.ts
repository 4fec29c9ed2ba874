import { Refusal } from '../../protocol/connection';
import type { PartOfExport } from '../../protocol/collections';
import { isZip } from '../core/save_file';
import { joinZips } from './join_zips';
import { waitAfter } from './uploads';

interface Part extends PartOfExport {
  /** The number of the last game in it; null: that was all. */
  readonly next: string | null;
}

/** A zip without files is 22 bytes long. */
const isEmpty = (file: Blob): boolean => file.size <= (isZip(file) ? 22 : 0);

/** Resolves after a time, or rejects with the reason of `stop`, whichever comes first. */
const pause = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    stop.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(stop.reason as Error);
    });
  });

/**
 * All games in one file, which the server gives in several, one after the other; in more where a zip cannot hold them.
 * What fails for now is asked again; it rejects with what fails for good, where no game can be written so, and where
 * `stop` says so. All is in memory until it is done.
 * @param ask for the games after a number
 * @param onPart hears of the number so far
 */
export async function wholeFile(
  ask: (after: string) => Promise<Part>,
  onPart: (upto: number) => void,
  stop: AbortSignal,
): Promise<{ readonly files: readonly Blob[]; readonly leftOut: number }> {
  const files: Blob[] = [];
  let failures = 0;
  let leftOut = 0;
  for (let after: string | null = '0'; after !== null;) {
    stop.throwIfAborted();
    try {
      const part: Part = await ask(after);
      if (!isEmpty(part.file)) files.push(part.file);
      leftOut += part.leftOut;
      failures = 0;
      after = part.next;
      if (after !== null) onPart(Number(after));
    } catch (error) {
      const wait = waitAfter(error, failures++);
      if (wait === null) throw error;
      await pause(wait, stop);
    }
  }
  stop.throwIfAborted();
  if (files.length === 0) throw new Refusal('unsupported', '');
  const joined = files.every(isZip)
    ? await joinZips(files)
    : [new Blob(files.flatMap((file, index) => (index > 0 ? ['\n', file] : [file])))];
  return { files: joined, leftOut };
}
