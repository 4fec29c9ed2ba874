// The engine of the browsers on an iPhone: WebKitGTK as Debian has it, on a screen of its own (Xvfb), by WebDriver.
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WebDriver } from '../lib/webdriver.mjs';

const window = fileURLToPath(new URL('webkit_window.py', import.meta.url));
const bindings = 'import gi; gi.require_version("WebKit2", "4.1")';
const finds = (program) => spawnSync('which', [program]).status === 0;

/** What is not installed; empty where all is. */
export const missing = [
  ...(finds('WebKitWebDriver') ? [] : ['webkit2gtk-driver']),
  ...(finds('Xvfb') ? [] : ['xvfb']),
  ...(spawnSync('/usr/bin/python3', ['-c', bindings]).status === 0 ? [] : ['gir1.2-webkit2-4.1']),
];

export class WebKit {
  #folder = mkdtempSync(join(tmpdir(), 'sanqi-webkit-'));
  #visitors = 0;
  #driver = new WebDriver();
  #screen;
  /** Errors on the consoles of its pages. */
  complaints = [];

  async start() {
    this.#screen = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    const display = await new Promise((done, fail) => {
      this.#screen.stdio[3].once('data', (number) => done(`:${String(number).trim()}`));
      this.#screen.once('exit', (code) => fail(new Error(`Xvfb ended with ${code}`)));
    });
    // No bus, and no help for screen readers that would ask for one.
    const env = { ...process.env, DISPLAY: display, GDK_BACKEND: 'x11', NO_AT_BRIDGE: '1', GTK_A11Y: 'none' };
    const hear = (line) =>
      /CONSOLE (\w+ )?ERROR|Traceback|\w+Error:/.test(line) && this.complaints.push(line);
    await this.#driver.start('WebKitWebDriver', { env, hear });
    return this;
  }

  /** The only page at this moment, of a new visitor. */
  newPage({ language = 'en' } = {}) {
    const folder = join(this.#folder, String(++this.#visitors));
    return this.#driver.newPage({ 'webkitgtk:browserOptions': { binary: window, args: [folder, language] } });
  }

  async close() {
    await this.#driver.close();
    const gone = new Promise((done) => this.#screen.once('exit', done));
    this.#screen.kill();
    await gone;
    rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}
