// A second browser: Firefox as Debian has it, driven by WebDriver BiDi (https://w3c.github.io/webdriver-bidi/).
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PATIENCE_MS } from '../lib/patience.mjs';
import { ScriptedPage } from '../lib/scripted_page.mjs';

const program = process.env.SANQI_FIREFOX ?? '/usr/bin/firefox-esr';
export const isThere = existsSync(program);

/** English, and without animations. */
const preferences = { 'intl.accept_languages': 'en', 'ui.prefersReducedMotion': 1 };

/** The address of the BiDi server, which Firefox tells when it listens. */
function listening(firefox, ms = PATIENCE_MS) {
  return new Promise((done, fail) => {
    let said = '';
    const timer = setTimeout(() => fail(new Error(`Firefox does not listen: ${said}`)), ms);
    firefox.stderr.on('data', (bytes) => {
      said += bytes;
      const address = /WebDriver BiDi listening on (ws:\S+)/.exec(said)?.[1];
      if (!address) return;
      clearTimeout(timer);
      done(address);
    });
    firefox.once('exit', (code) => fail(new Error(`Firefox ended with ${code}: ${said}`)));
    firefox.once('error', fail);
  });
}

/** What Firefox says when it ends a service worker, or a request of its own, before an icon is there. A promise that
 *  the worker rejects and an error that it answers with have other words. */
const interrupted =
  /\/icon[^/]*\.svg’\. A ServiceWorker intercepted the request and encountered an unexpected error/;

export class Firefox {
  #asked = new Map();
  #last = 0;
  /** Errors of its pages. */
  complaints = [];

  async start() {
    this.profile = mkdtempSync(join(tmpdir(), 'sanqi-firefox-'));
    const lines = Object.entries(preferences).map(
      ([name, value]) => `user_pref("${name}", ${JSON.stringify(value)});\n`,
    );
    writeFileSync(join(this.profile, 'user.js'), lines.join(''));
    this.process = spawn(
      program,
      ['--headless', '--no-remote', '--profile', this.profile, '--remote-debugging-port=0'],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    this.socket = new WebSocket(`${await listening(this.process)}/session`);
    this.socket.onmessage = ({ data }) => this.#hear(JSON.parse(data));
    await new Promise((done, fail) => Object.assign(this.socket, { onopen: done, onerror: fail }));
    const { capabilities } = await this.send('session.new', { capabilities: {} });
    this.version = capabilities.browserVersion;
    await this.send('session.subscribe', { events: ['log.entryAdded'] });
    return this;
  }

  #hear(message) {
    if (
      message.method === 'log.entryAdded' &&
      message.params.level === 'error' &&
      !interrupted.test(message.params.text)
    )
      this.complaints.push(message.params.text);
    const { done, fail } = this.#asked.get(message.id) ?? {};
    this.#asked.delete(message.id);
    if (message.type === 'success') done?.(message.result);
    else if (message.type === 'error') fail?.(new Error(`${message.error}: ${message.message}`));
  }

  send(method, params) {
    const id = ++this.#last;
    return new Promise((done, fail) => {
      this.#asked.set(id, { done, fail });
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  /** A visitor with storage of his own. */
  async newPage({ width = 1440, height = 900 } = {}) {
    const { userContext } = await this.send('browser.createUserContext', {});
    const { context } = await this.send('browsingContext.create', { type: 'tab', userContext });
    await this.send('browsingContext.setViewport', { context, viewport: { width, height } });
    return new Page(this, context, userContext);
  }

  async close() {
    this.socket?.close();
    const gone = new Promise((done) => this.process.once('exit', done));
    this.process.kill();
    await gone;
    rmSync(this.profile, { recursive: true, force: true, maxRetries: 10 });
  }
}

class Page extends ScriptedPage {
  constructor(firefox, context, userContext) {
    super();
    Object.assign(this, { firefox, context, userContext });
  }

  /** Runs `code` in each document to come, before its own. */
  addInitScript(code) {
    return this.firefox.send('script.addPreloadScript', {
      functionDeclaration: String(code),
      contexts: [this.context],
    });
  }

  goto(url) {
    return this.firefox.send('browsingContext.navigate', { context: this.context, url, wait: 'complete' });
  }

  /** What `code(argument)` gives in the page; both travel as JSON. */
  async evaluate(code, argument = null) {
    const answer = await this.firefox.send('script.callFunction', {
      target: { context: this.context },
      functionDeclaration: `async (argument) => JSON.stringify((await (${code})(JSON.parse(argument))) ?? null)`,
      arguments: [{ type: 'string', value: JSON.stringify(argument) }],
      awaitPromise: true,
    });
    if (answer.type === 'exception') throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value);
  }

  async clickAt(at) {
    const actions = [
      { type: 'pointerMove', ...at },
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ];
    await this.firefox.send('input.performActions', {
      context: this.context,
      actions: [{ type: 'pointer', id: 'mouse', actions }],
    });
  }

  close() {
    return this.firefox.send('browser.removeUserContext', { userContext: this.userContext });
  }
}
