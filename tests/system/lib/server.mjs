// A real sanqi-server on a free port of loopback, with a real database file, as the tests start, kill and restart it.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { inTime, within } from './patience.mjs';

/** Python has SQLite with it. */
const QUERY = `import json, sqlite3, sys
base = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
base.row_factory = sqlite3.Row
print(json.dumps([dict(row) for row in base.execute(sys.stdin.read())]))`;

/** Makes everything that a server has written down so many ms older. */
const AGE = `import sqlite3, sys
base = sqlite3.connect(sys.argv[1])
with base:
    for table in ("events", "heartbeat"):
        base.execute(f"UPDATE {table} SET at = at - ?", (int(sys.argv[2]),))`;

/** Of an answer. */
const MOST_BYTES = 64 << 20;

const root = fileURLToPath(new URL('../../..', import.meta.url));
export const binary = process.env.SANQI_SERVER ?? join(root, 'build/release/server/sanqi-server');

/** So long a drain may take: see NetworkLoop::Patience. */
const DRAIN_MS = 4_500;

export class Server {
  #process;
  #folder = mkdtempSync(join(tmpdir(), 'sanqi-test-'));
  port = 0;
  /** What it wrote to stderr since the first start. */
  log = '';
  /** Where the records are; null: in a file of the test's own. */
  address = null;
  /** Words before the program's, for example those of another user, of another clock, or of a network of its own. */
  prefix = [];
  /** The program. */
  program = binary;
  /** Where it is reached. */
  host = '127.0.0.1';
  /** From the start of the process to its ready line. */
  readyMs = 0;

  /** One that runs until the test is over. */
  static during(t, ...args) {
    const server = new Server();
    t.after(() => server.dispose());
    return server.start(...args);
  }

  /** Starts the program and waits for its ready line. A restart takes the same port and database. */
  async start(...args) {
    const flags = ['--port', String(this.port), '--database', this.address ?? this.database, ...args];
    const began = Date.now();
    const [command, ...words] = [...this.prefix, this.program, ...flags];
    this.#process = spawn(command, words, {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { SANQI_LOG_LEVEL: 'warn', SANQI_BOTS_AT_ONCE: 'true', ...process.env },
    });
    this.#process.stderr.on('data', (text) => {
      this.log += text;
      process.stderr.write(text);
    });
    this.exited = new Promise((done, fail) => {
      this.#process.once('exit', (code, signal) => done(code ?? signal));
      this.#process.once('error', fail); // There is no such program.
    });
    const ready = new Promise((done) => {
      const lines = createInterface({ input: this.#process.stdout });
      lines.on('line', (line) => {
        const match = /^Sanqi is ready: http:\/\/[^:]+:(\d+)/.exec(line);
        if (match) done(Number(match[1]));
      });
    });
    const early = this.exited.then((status) => {
      throw new Error(`the server ended with ${status} before it was ready`);
    });
    this.port = await within(Promise.race([ready, early]), () => 'a server that is ready');
    this.readyMs = Date.now() - began;
    early.catch(() => {}); // From here on an end of the server is what a test asked for.
    return this;
  }

  get database() {
    return join(this.#folder, 'records.db');
  }

  /** What a query finds in the database, read beside the running server. */
  rows(sql) {
    // As its input: a query that names thousands of users is too long for an argument.
    const asked = execFileSync('python3', ['-c', QUERY, this.database], {
      input: sql,
      maxBuffer: MOST_BYTES,
    });
    return JSON.parse(asked.toString());
  }

  /** For a server that is down: it is as if that had been so many ms ago. */
  age(ms) {
    execFileSync('python3', ['-c', AGE, this.database, String(ms)]);
  }

  get url() {
    return `http://${this.host}:${this.port}`;
  }
  get socket() {
    return `ws://${this.host}:${this.port}/ws`;
  }

  get pid() {
    return this.#process.pid;
  }

  /** Processor time that it has taken so far, in ms (of Linux' usual ticks of 10 ms). */
  cpu() {
    try {
      const fields = readFileSync(`/proc/${this.pid}/stat`, 'utf8').split(') ')[1].split(' ');
      return (Number(fields[11]) + Number(fields[12])) * 10;
    } catch {
      return 0;
    }
  }

  signal(name) {
    this.#process.kill(name);
  }

  /** SIGKILL: nothing is flushed, nobody is told. */
  async kill() {
    this.#process.kill('SIGKILL');
    await this.#end();
  }

  /** SIGTERM: gives the exit status. */
  async stop() {
    this.#process.kill('SIGTERM');
    return this.#end();
  }

  /** SIGTERM, after which it must end with 0: whether it did. On a machine that is held up it may give up, but not
   *  sooner than it says; what hangs does so each time. */
  async drain() {
    const began = Date.now();
    const status = await this.stop();
    if (status !== 0 && (status !== 1 || Date.now() - began < DRAIN_MS))
      throw new Error(`it ended with ${status} after ${Date.now() - began} ms`);
    return status === 0;
  }

  #end() {
    return within(this.exited, () => `the end of the server; it said: ${this.log}`);
  }

  async dispose() {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async json(path) {
    const response = await fetch(this.url + path, inTime());
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** On a connection of its own: one that is kept open may be closed by the server while it is asked. */
  #fetchOnce(path) {
    return new Promise((done, fail) => {
      const take = async (answer) => done(Buffer.concat(await answer.toArray()).toString());
      get({ host: this.host, port: this.port, path, agent: false }, take).once('error', fail);
    });
  }

  /** All metrics by name, each the sum over its labels. */
  async metrics() {
    const text = await this.#fetchOnce('/metrics');
    const sums = new Map();
    for (const [, name, value] of text.matchAll(/^(\w+)(?:{[^}]*})? (\S+)$/gm))
      sums.set(name, (sums.get(name) ?? 0) + Number(value));
    return sums;
  }

  /** The value of a metric; an error when there is none of that name. */
  async metric(name) {
    const value = (await this.metrics()).get(name);
    if (value === undefined) throw new Error(`there is no metric ${name}`);
    return value;
  }
}
