// HAProxy with packaging/haproxy.cfg before the servers of a test.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { eventually } from './patience.mjs';
import { reservePort } from './reserved_port.mjs';

const script = fileURLToPath(new URL('../../../scripts/maintain/proxy_config', import.meta.url));

export class Proxy {
  #folder = mkdtempSync(join(tmpdir(), 'sanqi-proxy-'));
  #process;
  #port = null;

  constructor(nodes) {
    this.nodes = nodes;
  }

  get file() {
    return join(this.#folder, 'haproxy.cfg');
  }
  get port() {
    return this.#port.number;
  }
  get url() {
    return `http://127.0.0.1:${this.port}`;
  }
  get socket() {
    return `ws://127.0.0.1:${this.port}/ws`;
  }

  async json(path) {
    const response = await fetch(this.url + path);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Again at the port that it had. */
  async start() {
    this.#port ??= await reservePort();
    const servers = this.nodes.map(({ name, port }) => `${name}=127.0.0.1:${port}`);
    writeFileSync(this.file, execFileSync(script, [`127.0.0.1:${this.port}`, ...servers]));
    let said = '';
    this.#process = spawn('haproxy', ['-db', '-f', this.file], { stdio: ['ignore', 'ignore', 'pipe'] });
    this.#process.stderr.on('data', (text) => {
      said += text;
    });
    this.exited = new Promise((done, fail) => {
      this.#process.once('exit', done);
      this.#process.once('error', fail); // There is no such program.
    });
    const ended = this.exited.then(() => {
      throw new Error(`HAProxy does not start: ${said}`);
    });
    await Promise.race([
      eventually('an answer of HAProxy', () => fetch(`${this.url}/healthz`).catch(() => null)),
      ended,
    ]);
    ended.catch(() => {});
  }

  async kill() {
    this.#process.kill('SIGKILL');
    await this.exited;
  }

  async dispose() {
    if (this.#process && this.#process.exitCode === null && this.#process.signalCode === null)
      await this.kill();
    this.#port?.release();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
