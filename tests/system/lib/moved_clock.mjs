// The clock of a server, which a test may set.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The library of faketime for programs with threads, wherever this machine has it; throws where it has none. */
export function libraryOfFaketime() {
  const { status, stdout } = spawnSync('faketime', ['-m', '-f', '+0', 'printenv', 'LD_PRELOAD'], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, 'the package faketime is not installed: scripts/setup test-all');
  return stdout.trim();
}

/** Of a server that is not yet started. */
export class MovedClock {
  #folder = mkdtempSync(join(tmpdir(), 'sanqi-clock-'));
  #file = join(this.#folder, 'offset');

  /** `wallOnly`: the clock that only goes forward, and with it every timer, is left alone, as when somebody sets the
   *  date. Else time goes by: the server notices within a second. */
  constructor(server, { wallOnly = false } = {}) {
    server.prefix = [
      'env',
      `LD_PRELOAD=${libraryOfFaketime()}`,
      `FAKETIME_TIMESTAMP_FILE=${this.#file}`,
      ...(wallOnly
        ? ['FAKETIME_DONT_FAKE_MONOTONIC=1', 'FAKETIME_NO_CACHE=1']
        : ['FAKETIME_CACHE_DURATION=1']),
    ];
    this.set(0);
  }

  /** So many seconds ahead of this machine's clock. */
  set(seconds) {
    this.ahead = seconds;
    writeFileSync(`${this.#file}.new`, `${seconds < 0 ? '' : '+'}${seconds}`);
    renameSync(`${this.#file}.new`, this.#file);
  }

  dispose() {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
