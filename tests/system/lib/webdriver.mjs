// A client of W3C WebDriver (https://www.w3.org/TR/webdriver2/), as far as playing wants it.
import { spawn } from 'node:child_process';
import { createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { eventually } from './patience.mjs';
import { ScriptedPage } from './scripted_page.mjs';

/** A port of loopback that was free a moment ago: a driver that is given port 0 does not say which one it took. */
async function freePort() {
  const probe = createServer();
  await new Promise((done) => probe.listen(0, '127.0.0.1', done));
  const { port } = probe.address();
  await new Promise((done) => probe.close(done));
  return port;
}

/** A driver, and the browsers that it starts. */
export class WebDriver {
  #process;
  #ended;

  /** `hear` gets each line that the driver and its browsers write. */
  async start(program, { env, hear }) {
    for (let tries = 0; tries < 5; ++tries) {
      const port = await freePort();
      this.address = `http://127.0.0.1:${port}`;
      this.#process = spawn(program, [`--port=${port}`], { stdio: ['ignore', 'pipe', 'pipe'], env });
      for (const input of [this.#process.stdout, this.#process.stderr])
        createInterface({ input }).on('line', hear);
      let runs = true;
      this.#ended = new Promise((done) => this.#process.once('exit', done)).then(() => (runs = false));
      // It ends at once where something else has taken the port meanwhile.
      await eventually(`${program} is ready or ends`, async () => !runs || (await this.#isReady()));
      if (runs) return this;
    }
    throw new Error(`${program} does not start`);
  }

  async #isReady() {
    const status = await this.send('GET', '/status').catch(() => null);
    return status?.ready;
  }

  async send(method, path, body) {
    const text = method === 'POST' ? JSON.stringify(body ?? {}) : undefined;
    const response = await fetch(this.address + path, { method, body: text });
    const { value } = await response.json();
    if (!response.ok) throw new Error(`${method} ${path}: ${value.error}: ${value.message}`);
    return value;
  }

  /** A window of a browser of its own. */
  async newPage(capabilities) {
    const session = await this.send('POST', '/session', { capabilities: { alwaysMatch: capabilities } });
    return new DrivenPage(this, session);
  }

  async close() {
    this.#process?.kill();
    await this.#ended;
  }
}

class DrivenPage extends ScriptedPage {
  #driver;
  #path;

  constructor(driver, { sessionId, capabilities }) {
    super();
    this.#driver = driver;
    this.#path = `/session/${sessionId}`;
    this.version = capabilities.browserVersion;
  }

  #post(command, body) {
    return this.#driver.send('POST', `${this.#path}/${command}`, body);
  }

  /** Is back when the page and all that it names are loaded. */
  goto(url) {
    return this.#post('url', { url });
  }

  reload() {
    return this.#post('refresh');
  }

  back() {
    return this.#post('back');
  }

  resize(width, height) {
    return this.#post('window/rect', { width, height });
  }

  /** What `code(argument)` gives in the page; both travel as JSON. */
  async evaluate(code, argument = null) {
    const script = `const [argument, done] = arguments;
      Promise.resolve(argument).then(${code}).then(
        (value) => done({ value: JSON.stringify(value ?? null) }),
        (error) => done({ error: String(error) + (error?.stack ?? '') }))`;
    const answer = await this.#post('execute/async', { script, args: [argument] });
    if (answer.error) throw new Error(answer.error);
    return JSON.parse(answer.value);
  }

  async clickAt({ x, y }) {
    const moved = { type: 'pointerMove', duration: 0, x, y };
    const actions = [moved, { type: 'pointerDown', button: 0 }, { type: 'pointerUp', button: 0 }];
    await this.#post('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
  }

  /** Presses and releases each key of `text`; Enter and the like:
   *  https://www.w3.org/TR/webdriver2/#keyboard-actions. */
  async type(text) {
    const actions = [...text].flatMap((value) => [
      { type: 'keyDown', value },
      { type: 'keyUp', value },
    ]);
    await this.#post('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
  }

  close() {
    return this.#driver.send('DELETE', this.#path);
  }
}
