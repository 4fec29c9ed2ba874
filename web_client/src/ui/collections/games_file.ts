import { isZip } from '../core/save_file';
import { joinZips } from './join_zips';
import { waitAfter } from './uploads';

interface Part {
  readonly file: Blob;
  /** The number of the last game in it; null: that was all. */
  readonly next: string | null;
}

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
 * What fails for now is asked again; it rejects with what fails for good, and where `stop` says so. All is in memory
 * until it is done.
 * @param ask for the games after a number
 * @param onPart hears of the number so far
 */
export async function wholeFile(
  ask: (after: string) => Promise<Part>,
  onPart: (upto: number) => void,
  stop: AbortSignal,
): Promise<readonly Blob[]> {
  const files: Blob[] = [];
  let failures = 0;
  for (let after: string | null = '0'; after !== null;) {
    stop.throwIfAborted();
    try {
      const part: Part = await ask(after);
      files.push(part.file);
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
  return files.every(isZip)
    ? joinZips(files)
    : [new Blob(files.flatMap((file, index) => (index > 0 ? ['\n', file] : [file])))];
}
