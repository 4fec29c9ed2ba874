// A sanqi-worker as the tests start it, stop it and let it stand still.
import { spawn } from 'node:child_process';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { within } from './patience.mjs';
import { binary } from './server.mjs';

const program = process.env.SANQI_WORKER ?? join(dirname(binary), 'sanqi-worker');

export class WorkerProcess {
  #process;
  log = '';

  /** One that runs until the test is over. */
  static async during(t, address, name, env = {}) {
    const worker = new WorkerProcess();
    t.after(() => worker.dispose());
    Object.assign(worker, { address, name, env });
    await worker.start();
    return worker;
  }

  async start() {
    this.#process = spawn(program, ['--database', this.address, '--name', this.name, '--threads', '1'], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { SANQI_LOG_LEVEL: 'warn', ...process.env, ...this.env },
    });
    this.#process.stderr.on('data', (text) => {
      this.log += text;
      process.stderr.write(text);
    });
    this.exited = new Promise((done, fail) => {
      this.#process.once('exit', (code, signal) => done(code ?? signal));
      this.#process.once('error', fail);
    });
    const ready = new Promise((done) => createInterface({ input: this.#process.stdout }).once('line', done));
    const early = this.exited.then((status) => {
      throw new Error(`the worker ended with ${status} before it was ready`);
    });
    await within(Promise.race([ready, early]), () => 'a worker that is ready');
    early.catch(() => {});
  }

  signal(name) {
    this.#process.kill(name);
  }
  async kill() {
    this.signal('SIGKILL');
    await this.#end();
  }
  async stop() {
    this.signal('SIGTERM');
    return this.#end();
  }
  #end() {
    return within(this.exited, () => `the end of the worker; it said: ${this.log}`);
  }
  async dispose() {
    if (this.#process?.exitCode === null && this.#process.signalCode === null) await this.kill();
  }
}
