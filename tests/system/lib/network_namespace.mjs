// Networks of a test's own. A namespace is held by a process that ends with this one, however it ends, and goes with
// it; there are no names that another run could have taken. Within namespaces no privileges are needed; to join one to
// the network of this machine takes root.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';

const run = (...command) =>
  execFileSync(command[0], command.slice(1), { stdio: ['ignore', 'pipe', 'pipe'] }).toString();
const ip = (...args) => run('ip', ...args);

/** A network without any link but its own loopback. */
export class Namespace {
  /** `outer`: another one, with whose privileges it is made, so that a link can join the two. */
  static async open(outer = null) {
    const namespace = new Namespace();
    // Ends when its input does.
    const hold = ['sh', '-c', 'echo held; exec cat'];
    const [command, ...words] = outer
      ? [...outer.#user, 'unshare', '--net', ...hold]
      : ['unshare', '--user', '--map-root-user', '--net', ...hold];
    namespace.holder = spawn(command, words, { stdio: ['pipe', 'pipe', 'pipe'] });
    let said = '';
    namespace.holder.stderr.on('data', (text) => {
      said += text;
    });
    const failed = once(namespace.holder, 'close').then(() => {
      throw new Error(said.trim());
    });
    await Promise.race([once(namespace.holder.stdout, 'data'), failed]);
    failed.catch(() => {});
    namespace.ip('link', 'set', 'lo', 'up');
    return namespace;
  }

  get pid() {
    return String(this.holder.pid);
  }
  get #user() {
    return ['nsenter', `--target=${this.pid}`, '--user', '--preserve-credentials'];
  }
  /** Words before those of a program that is to run in it. */
  get prefix() {
    return [...this.#user, '--net'];
  }

  /** What a program in it prints. */
  run(...command) {
    return run(...this.prefix, ...command);
  }
  ip(...args) {
    return this.run('ip', ...args);
  }
  close() {
    this.holder.kill('SIGKILL');
  }
}

/** A link of this machine's names that another run has not: at most 15 characters. */
const ofThisProcess = (link) => `${link}-${process.pid}`;

/**
 * A network for one program, joined to that of this machine by two links: over `play` it is reached, over `records` it
 * reaches PostgreSQL, and that one can be set down.
 */
export class JoinedNetwork {
  constructor() {
    // Four addresses a link, of 10.64.0.0/10, by this process.
    const at = (number) =>
      `10.${64 + ((process.pid >> 13) & 63)}.${(process.pid >> 5) & 255}.${((process.pid & 31) << 3) + number}`;
    this.play = { here: at(1), there: at(2) };
    this.records = { here: at(5), there: at(6) };
  }

  /** One that is there until the test is over; null where none can be made. */
  static async during(t) {
    const network = new JoinedNetwork();
    try {
      network.namespace = await Namespace.open();
      t.after(() => network.namespace.close());
      for (const link of ['play', 'records']) network.#join(link);
      return network;
    } catch (error) {
      t.skip(`this machine builds no networks: ${String(error.stderr ?? error.message).trim()}`);
      return null;
    }
  }

  get prefix() {
    return this.namespace.prefix;
  }

  #join(link) {
    const here = ofThisProcess(link);
    ip('link', 'add', here, 'type', 'veth', 'peer', 'name', link, 'netns', this.namespace.pid);
    this.namespace.ip('address', 'add', `${this[link].there}/30`, 'dev', link);
    ip('address', 'add', `${this[link].here}/30`, 'dev', here);
    this.namespace.ip('link', 'set', link, 'up');
    ip('link', 'set', here, 'up');
  }

  /** A partition: nothing is sent any more, and no connection is closed. */
  cut() {
    ip('link', 'set', ofThisProcess('records'), 'down');
  }
  join() {
    ip('link', 'set', ofThisProcess('records'), 'up');
  }
}
