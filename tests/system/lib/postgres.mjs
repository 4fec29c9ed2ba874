// A PostgreSQL of a test's own; see tests/system/lib/postgres_server.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('./postgres_server', import.meta.url));

export class Postgres {
  #folder = mkdtempSync(join(tmpdir(), 'sanqi-postgres-'));
  address = '';

  /** One that runs until the test is over, and listens at `ip` besides; null where there is none to run, which only a
   *  developer's machine may be. */
  static during(t, ip = '') {
    const postgres = new Postgres();
    postgres.ip = ip;
    t.after(() => postgres.dispose());
    try {
      postgres.start();
    } catch (error) {
      if (error.status !== 3 || process.env.SANQI_POSTGRES_TESTS === 'required') throw error;
      t.skip('there is no PostgreSQL here');
      return null;
    }
    return postgres;
  }

  #run(command) {
    const env = { ...process.env, SANQI_POSTGRES_ADDRESS: this.ip };
    return execFileSync(script, [command, this.#folder, String(process.pid)], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
      .toString()
      .trim();
  }

  start() {
    this.address = this.#run('start');
  }
  kill() {
    this.#run('kill');
  }

  /** What a query finds: rows of texts. */
  rows(sql) {
    return execFileSync('psql', ['-X', '-A', '-t', '-v', 'ON_ERROR_STOP=1', '-c', sql, this.address])
      .toString()
      .trim()
      .split('\n')
      .map((row) => row.split('|'));
  }

  dispose() {
    if (this.address !== '')
      try {
        this.#run('stop');
      } catch {
        /* It was killed. */
      }
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
