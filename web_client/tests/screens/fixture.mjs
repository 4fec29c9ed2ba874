// A fixture for the pages without a server: real pages in a real browser, and a WebSocket whose other end is here.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { preview } from 'vite';
import { launch } from '../../../tests/system/lib/browser.mjs';
import { PATIENCE_MS } from '../../../tests/system/lib/patience.mjs';

const now = () => Date.now();
/** Of every answer over the socket, once the page has been painted. */
const LATENCY_MS = 100;
/** Of a `late` server: its answer takes three, the file of rooms two; the line counts as lost before that. */
const LATE_MS = 1_000;

/** As the game server sends it: our own files, and what is written into the page, by its hash. */
function policy() {
  const page = readFileSync(new URL('../../dist/index.html', import.meta.url), 'utf8');
  const hashes = (tag) =>
    [...page.matchAll(new RegExp(`<${tag}>(.*?)</${tag}>`, 'gs'))]
      .map(([, text]) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)
      .join(' ');
  return `default-src 'self'; script-src 'self' ${hashes('script')}; style-src 'self' ${hashes('style')}; connect-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; frame-ancestors 'none'`;
}

export async function openFixture() {
  const server = await preview({
    preview: { port: 0, host: '127.0.0.1', headers: { 'Content-Security-Policy': policy() } },
    logLevel: 'error',
  });
  const origin = server.resolvedUrls.local[0].replace(/\/$/, '');
  const browser = await launch();
  return {
    origin,
    browser,
    async close() {
      await browser.close();
      await server.close();
    },
    /**
     * A page as one visitor sees it; `script` answers for the server. `contexts` are those of the pages before it,
     * which is to be closed by then: the start of a new one takes longer than that of the page.
     */
    async visit(
      path,
      { width = 1440, height = 900, theme = 'dark', settings = {}, script, touch = false, locale = 'en' },
      contexts = new Map(),
    ) {
      const kind = `${locale} ${touch}`;
      if (!contexts.has(kind)) contexts.set(kind, await newContext(browser, { touch, locale }));
      const context = contexts.get(kind);
      // Whoever has an account has been here before.
      const { user, playing = [] } = script.welcome ?? {};
      const saved = { 'sanqi.settings': settings, ...(user && { 'sanqi.visit': { user, playing } }) };
      const page = await context.newPage();
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      await page.addInitScript(remember, saved);
      await page.addInitScript(noteShifts);
      const errors = [];
      page.on('pageerror', (error) => errors.push(String(error)));
      page.on('console', (line) => line.type() === 'error' && errors.push(line.text()));
      let lines = 0;
      // Nothing is answered before: what an answer moves then, is seen as a shift, however slow the machine is.
      const painted = once(() => page.waitForSelector('.app main').then(() => page.evaluate(frames)));
      await page.routeWebSocket(/\/ws/, (socket) => {
        // Behind one that breaks come others that are never answered.
        if (++lines === 1 || !script.breaks) serve(socket, script, painted);
      });
      if (script.late)
        await page.route('**/assets/room_page*', (route) => setTimeout(() => route.continue(), 2 * LATE_MS));
      await page.route('**/api/**', async (route) => {
        await painted();
        const answer = script.http?.(new URL(route.request().url()));
        return answer === undefined ? route.fulfill({ status: 404, json: {} }) : route.fulfill(answer);
      });
      await page.goto(origin + path);
      return { page, context, errors };
    },
  };
}

/** Workers of one page would answer for the next, past its routes. */
async function newContext(browser, { touch, locale }) {
  const context = await browser.newContext({
    reducedMotion: 'reduce',
    hasTouch: touch,
    isMobile: touch,
    locale,
    serviceWorkers: 'block',
  });
  context.setDefaultTimeout(PATIENCE_MS);
  return context;
}

function remember(saved) {
  localStorage.clear();
  // Whoever has a name, if only an empty one, is not asked for it.
  localStorage.setItem('sanqi.name', '');
  for (const [key, value] of Object.entries(saved)) localStorage.setItem(key, JSON.stringify(value));
}

function noteShifts() {
  window.shifts = [];
  const note = (list) => {
    for (const entry of list.getEntries()) {
      const what = entry.sources.map(({ node }) => node?.className ?? node?.nodeName);
      if (!entry.hadRecentInput) window.shifts.push({ value: entry.value, what });
    }
  };
  new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true });
}

const welcome = {
  t: 'welcome',
  v: 1,
  user: { id: 'u1', name: 'lin_yue', guest: true },
  token: 'T',
  games: [
    { game: 'xiangqi', rules: ['standard'], sides: ['red', 'black'] },
    { game: 'gomoku', rules: ['freestyle', 'standard', 'renju', 'caro'], sides: ['black', 'white'] },
    { game: 'antireversi', rules: ['standard'], sides: ['black', 'white'] },
  ],
};

/** The answer to the first call, for all calls. A page that goes away before has none. */
function once(begin) {
  let begun;
  return () => (begun ??= begin().catch(() => {}));
}

const frames = () =>
  new Promise((done) => {
    requestAnimationFrame(() => requestAnimationFrame(done));
  });

/** Answers come LATENCY_MS after the question, behind the first frame of the page, in the order of the questions. */
function serve(socket, script, painted) {
  const later = (answer, ms = LATENCY_MS) => void painted().then(() => setTimeout(answer, ms));
  const say = (message) => socket.send(JSON.stringify(message));
  socket.onMessage((text) => {
    const message = JSON.parse(text);
    if (message.t === 'hello')
      return later(
        () => say({ ...welcome, ...script.welcome, now: now() }),
        script.late ? 3 * LATE_MS : LATENCY_MS,
      );
    if (message.t === 'ping') return later(() => say({ t: 'pong', at: message.at, now: now() }));
    later(() => script.onMessage?.(message, say));
    if (script.breaks && message.t === 'join') later(() => socket.close(), 2 * LATENCY_MS);
  });
}
