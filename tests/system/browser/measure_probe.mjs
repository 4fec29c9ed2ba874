// Runs inside the page that tests/system/browser/measure.mjs measures, before any script of the page.
export function probe() {
  const probe = {
    /** When the first board was painted, from the start of the navigation; and how much had been asked for by then. */
    firstBoard: null,
    askedBefore: 0,
    /** Of each move of an event: ms from its message to the DOM that shows it, and in the handler of the message. */
    shown: [],
    pressed: 0,
    drawn: 0,
    /** Waits for a stone on a square. */
    watch(square) {
      probe.drawn = 0;
      probe.square = square;
    },
    /** Another page of the same tab, as a link leads there. */
    go(path) {
      history.pushState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    },
    /** The sum of all shifts, once three frames bring no more. */
    async settledShift() {
      for (let quiet = 0, last = -1; quiet < 3; last = probe.shift) {
        await new Promise((done) => setTimeout(done, 100));
        quiet = probe.shift === last ? quiet + 1 : 0;
      }
      return probe.shift;
    },
    shift: 0,
  };
  window.probe = probe;
  const now = () => performance.timeOrigin + performance.now();
  const isPiece = (cell) => cell !== null && !/empty/.test(cell.getAttribute('aria-label'));
  const pliesShown = () =>
    Math.max(
      document.querySelectorAll('.moves .move').length,
      Number(document.querySelector('.strip')?.dataset.plies ?? 0),
    );
  let sockets = 0;
  let waiting = null;

  function changed() {
    if (probe.firstBoard === null && document.querySelector('[role=grid] [data-square], .mini-board svg')) {
      probe.firstBoard = 0;
      probe.askedBefore = 1 + sockets + performance.getEntriesByType('resource').length;
      // The frame that shows it is over when the task after its callback begins.
      requestAnimationFrame(() => setTimeout(() => (probe.firstBoard = performance.now())));
    }
    if (waiting && pliesShown() >= waiting.ply) {
      probe.shown.push({ dom: performance.now() - waiting.at, script: waiting.script });
      waiting = null;
    }
    if (probe.square && isPiece(document.querySelector(`[role=grid] [data-square="${probe.square}"]`))) {
      probe.drawn = now();
      probe.square = null;
    }
  }
  new MutationObserver(changed).observe(document, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ['aria-label', 'class'],
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) probe.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
  addEventListener('pointerup', () => (probe.pressed = now()), true);

  const handler = Object.getOwnPropertyDescriptor(WebSocket.prototype, 'onmessage');
  window.WebSocket = class extends WebSocket {
    constructor(...options) {
      super(...options);
      ++sockets;
    }
    get onmessage() {
      return handler.get.call(this);
    }
    set onmessage(handle) {
      handler.set.call(
        this,
        handle &&
          ((event) => {
            const { t, kind } = JSON.parse(event.data);
            if (t === 'event' && kind === 'move')
              waiting = { at: performance.now(), ply: pliesShown() + 1, script: 0 };
            const mine = waiting;
            const start = performance.now();
            if (mine) mine.at = start;
            handle(event);
            if (mine) mine.script = performance.now() - start;
          }),
      );
    }
  };
}
