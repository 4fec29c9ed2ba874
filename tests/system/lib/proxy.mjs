// HAProxy with packaging/haproxy.cfg before the servers of a test.
import { execFileSync, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const script = fileURLToPath(new URL('../../../scripts/maintain/proxy_config', import.meta.url));

const accepts = (port) => new Promise((done) => {
  const socket = connect(port, '127.0.0.1');
  socket.once('connect', () => { socket.destroy(); done(true); });
  socket.once('error', () => done(false));
});

export class Proxy {
  #folder = mkdtempSync(join(tmpdir(), 'sanqi-proxy-'));
  #process;
  port = 0;

  constructor(nodes) { this.nodes = nodes; }

  get file() { return join(this.#folder, 'haproxy.cfg'); }
  get url() { return `http://127.0.0.1:${this.port}`; }
  get socket() { return `ws://127.0.0.1:${this.port}/ws`; }

  async json(path) {
    const response = await fetch(this.url + path);
    if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return response.json();
  }

  /** Again at the port that it had, or at one that is free. */
  async start() {
    for (let tries = 0; !(await this.#begin(this.port || freePort())); tries++)
      if (this.port || tries === 20) throw new Error('HAProxy does not start');
  }

  async #begin(port) {
    const servers = this.nodes.map(({ name, port: of }) => `${name}=127.0.0.1:${of}`);
    writeFileSync(this.file, execFileSync(script, [`127.0.0.1:${port}`, ...servers]));
    let said = '';
    const process = spawn('haproxy', ['-db', '-f', this.file], { stdio: ['ignore', 'ignore', 'pipe'] });
    process.stderr.on('data', (text) => { said += text; });
    this.exited = new Promise((done, fail) => {
      process.once('exit', done);
      process.once('error', fail);  // There is no such program.
    });
    let ended = false;
    void this.exited.then(() => { ended = true; }, () => {});
    while (!ended && !(await accepts(port))) await new Promise((done) => setTimeout(done, 20));
    if (ended) {
      await this.exited;
      if (!/Address already in use/.test(said)) throw new Error(said);
      return false;
    }
    this.port = port;
    this.#process = process;
    return true;
  }

  async kill() {
    this.#process.kill('SIGKILL');
    await this.exited;
  }

  async dispose() {
    if (this.#process && this.#process.exitCode === null && this.#process.signalCode === null) await this.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Below those that the system gives to outgoing connections, one of which might take it while the proxy is down. */
const freePort = () => 15_000 + Math.floor(Math.random() * 15_000);
