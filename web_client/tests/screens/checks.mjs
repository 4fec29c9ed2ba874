// What does not fit a page, found by looking at its boxes. Each function runs in the page and knows nothing outside it.

/** Words that reach out of what holds them, and how far the page is wider than its window. */
export function misfits() {
  const root = document.documentElement;
  const found = [];
  const wide = root.scrollWidth - root.clientWidth;
  if (wide > 0) found.push(`${wide} px wider than the window`);
  for (const element of document.querySelectorAll(
    'button, .button, .tag, .chip, .name-text, h1, h2, .segment label',
  )) {
    const { overflowX, position } = getComputedStyle(element);
    if (overflowX !== 'visible' || position === 'absolute' || element.clientWidth === 0) continue;
    const over = element.scrollWidth - element.clientWidth;
    if (over > 2)
      found.push(
        `${element.className || element.tagName} "${element.textContent.trim().slice(0, 24)}" +${over} px`,
      );
  }
  const { left, width } = document.querySelector('main')?.getBoundingClientRect() ?? {};
  for (const part of document.querySelectorAll('.page > *'))
    if (part.getBoundingClientRect().left > left + width / 2) found.push(`${part.className} stands aside`);
  for (const tag of document.querySelectorAll('.tag'))
    if (tag.clientHeight > 60) found.push(`tag "${tag.textContent}" is ${tag.clientHeight} px high`);
  for (const panel of document.querySelectorAll('.settings, .sheet, .room-panel, .card, dialog')) {
    const over = panel.scrollWidth - panel.clientWidth;
    if (over > 2 && getComputedStyle(panel).overflowX === 'auto')
      found.push(`${panel.className} scrolls sideways by ${over} px`);
  }
  for (const line of document.querySelectorAll('.chat-line'))
    if (line.scrollHeight > line.clientHeight + 2) found.push(`a line of chat lies over the next`);
  // Chinese sentences have none between them.
  const [blank] = /[。！？；：，] +\p{Script=Han}.{0,12}/u.exec(document.body.innerText) ?? [];
  if (blank) found.push(`a blank within "${blank}"`);
  return found.slice(0, 5);
}

/**
 * What is pressed with a finger and is smaller than 44 x 44 pixels. A control that the eye does not see is as large as
 * its label, a link as all that it covers. Squares of a board are as large as the board lets them be; links within
 * sentences are excepted, as WCAG 2.5.8 has it.
 */
export function smallTargets() {
  const LEAST = 44;
  const found = new Set();
  const controls = 'a[href], button, input, select, textarea, summary';
  for (const control of document.querySelectorAll(controls)) {
    if (control.closest('.skip, [role="grid"], .text-board, .unless-focused:not(:focus-within)')) continue;
    const seen = control.matches('input.hidden') || control.closest('label.switch, label.row');
    const target =
      (seen && control.closest('label')) ||
      (control.matches('.row-link') && control.closest('li')) ||
      control;
    const { width, height } = target.getBoundingClientRect();
    const style = getComputedStyle(target);
    // Clipped away, or in a part that is not shown.
    if (width <= 1 || height <= 1 || style.visibility === 'hidden') continue;
    const isProse = style.display === 'inline' && target.closest('p, li, .row-side, .caption');
    if (isProse || control.disabled) continue;
    if (width < LEAST - 0.5 || height < LEAST - 0.5) {
      const words = (target.innerText || target.ariaLabel || '').trim().slice(0, 20);
      found.add(
        `${target.className || target.tagName} "${words}" ${Math.round(width)}x${Math.round(height)}`,
      );
    }
  }
  return [...found].slice(0, 8);
}

/**
 * Words and controls over which something else lies, though nobody opened it: the middle of each is to belong to it.
 * What was scrolled away does not count, nor what lies below a layer: a menu, a sheet, a bar at the edge.
 */
export function covered() {
  const layers =
    '.toasts, .sheet, .backdrop, .plate, .overlay, .board-menu, .settings, .room-menu, .keys-panel, .action-menu,' +
    '.skip, dialog, .tab-bar, .phone-buttons, .start, .place, .status, .top-bar, .phone-bar';
  const exempt =
    '.hidden, [role="grid"], svg, .status.quiet, .skip, .text-board, .unless-focused, .banner:not(.bad)';
  const found = [];
  /** Also words are clipped by what holds them. */
  const isShown = (element, isText, { left, right, top, bottom }) => {
    let [l, r, t, b] = [0, innerWidth, 0, innerHeight];
    for (let at = element; at; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.visibility === 'hidden' || Number(style.opacity) === 0) return false;
      if ((isText || at !== element) && style.overflow !== 'visible') {
        const box = at.getBoundingClientRect();
        [l, r, t, b] = [
          Math.max(l, box.left),
          Math.min(r, box.right),
          Math.max(t, box.top),
          Math.min(b, box.bottom),
        ];
      }
      if (style.position === 'fixed') break;
    }
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    return x > l && x < r && y > t && y < b;
  };
  const look = (element, rect, what, isText) => {
    if (rect.width < 2 || rect.height < 2 || element.closest(exempt)) return;
    if (!element.checkVisibility() || !isShown(element, isText, rect)) return;
    const hit = document.elementFromPoint((rect.left + rect.right) / 2, (rect.top + rect.bottom) / 2);
    if (!hit || hit.contains(element) || element.contains(hit) || hit.matches('.row-link')) return;
    if (hit.closest('label, a, button')?.contains(element)) return;
    const layer = hit.closest(layers);
    // What the bar above opens lies above whatever stands at an edge.
    const isOpened = element.closest('.settings') && layer?.matches('.start, .tab-bar');
    // Nothing is said or asked over what may be done.
    const isAction = layer?.matches('.status') && element.closest('.actions');
    if (layer && !layer.contains(element) && !isOpened && !isAction) return;
    found.push(`"${what.trim().slice(0, 24)}" lies below ${hit.className || hit.tagName}`);
  };
  for (const control of document.querySelectorAll('a[href], button, input:not(.hidden), select, textarea'))
    look(
      control,
      control.getBoundingClientRect(),
      control.innerText || control.ariaLabel || control.className,
    );
  const texts = document.createTreeWalker(
    document.querySelector('.app') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.data.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    look(node.parentElement, range.getClientRects()[0] ?? new DOMRect(), node.data, true);
  }
  return [...new Set(found)].slice(0, 5);
}

/** Controls, and words without dots behind them, that are cut off where nothing scrolls to them. What is to be chosen
 *  is all in sight, while a clock may run. */
export function cutOff() {
  const found = [];
  // The preview of a chat shows two lines of whatever was said, a plate as many pieces as it has room for.
  const exempt =
    '.hidden, [role="grid"], svg, .skip, .unless-focused, .status.quiet, .chat-preview, .captured';
  const look = (element, rect, what, isText) => {
    if (rect.width < 2 || element.closest(exempt) || !element.checkVisibility()) return;
    const isChoice = element.matches('.opening-choices button');
    for (let at = element; at && at !== document.documentElement; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.visibility === 'hidden') return;
      if (isText && (style.textOverflow === 'ellipsis' || style.webkitLineClamp !== 'none')) return;
      const box = at.getBoundingClientRect();
      const wide = Math.max(rect.right - box.right, box.left - rect.left);
      const high = Math.max(rect.bottom - box.bottom, box.top - rect.top);
      if (at !== element && !['visible', 'auto', 'scroll'].includes(style.overflowX) && wide > 2)
        return void found.push(`"${what.trim().slice(0, 24)}" is cut by ${Math.round(wide)} px`);
      const passes = isChoice && at.matches('.status') ? ['visible'] : ['visible', 'auto', 'scroll'];
      if (at !== element && !passes.includes(style.overflowY) && high > 2)
        return void found.push(
          `"${what.trim().slice(0, 24)}" is cut at ${Math.round(high)} px of its height`,
        );
      if (['auto', 'scroll'].includes(style.overflowX) || ['auto', 'scroll'].includes(style.overflowY))
        return;
      if (style.position === 'fixed') break;
    }
  };
  for (const control of document.querySelectorAll('a[href], button, input:not(.hidden), select, textarea'))
    look(
      control,
      control.getBoundingClientRect(),
      control.innerText || control.ariaLabel || control.className,
      control.matches('a'),
    );
  const texts = document.createTreeWalker(
    document.querySelector('.app') ?? document.body,
    NodeFilter.SHOW_TEXT,
  );
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.data.trim() === '') continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    for (const rect of range.getClientRects()) look(node.parentElement, rect, node.data, true);
  }
  return [...new Set(found)].slice(0, 5);
}

/** Names of players that end in dots though the page has room beside the room. */
export function needlesslyCut() {
  const room = document.querySelector('.room:not(.replay)[data-layout]');
  if (!room || room.dataset.layout === 'stack') return [];
  const boxes = [...room.children]
    .map((part) => part.getBoundingClientRect())
    .filter(({ width }) => width > 1);
  const used = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
  const free = room.clientWidth - used;
  const FREE = 120; // Margins and gaps are less.
  return [...document.querySelectorAll('.player .name-text')]
    .filter(
      (name) =>
        free > FREE && name.scrollHeight + name.scrollWidth > name.clientHeight + name.clientWidth + 2,
    )
    .map((name) => `"${name.textContent.slice(0, 24)}" is cut, and ${Math.round(free)} px are free`);
}

/** Dots of a turn on another line than whose turn it is, and such words where they are cut off. What is quiet is for
 *  screen readers alone. */
export function turnsLost() {
  const box = (one) => one.getBoundingClientRect();
  const isApart = (dot) => {
    const [{ top, bottom }, words] = [box(dot), box(dot.nextElementSibling)];
    return bottom > top && (bottom < words.top || top > words.bottom);
  };
  // Of several links in one line those behind are scrolled to: each is as wide as what holds it, at most.
  const isCut = (turn) => {
    const link = turn.closest('.resume');
    return box(turn).right > box(link).right + 1 || box(link).width > box(link.parentElement).width + 1;
  };
  const dots = [...document.querySelectorAll(':is(.status:not(.quiet), .resume) > .dot')].filter(isApart);
  const turns = [...document.querySelectorAll('.resume > b')].filter(isCut);
  return [...dots, ...turns].map((one) => `whose turn is apart or cut: "${one.parentElement.textContent}"`);
}

/** What lies dark over a board dims it and tints nothing: brown would make white discs brown. */
export function tinted() {
  const veil = document.querySelector('.overlay:not(.spotlight)');
  const [r, g, b] = veil ? getComputedStyle(veil).backgroundColor.match(/[\d.]+/g) : [0, 0, 0];
  return r === g && g === b ? [] : ['the veil over the board is tinted'];
}

/** A preview of the chat that slides below the buttons, where a banner has taken its room. */
export function slidBelow() {
  const [preview, buttons] = ['.chat-preview', '.phone-buttons'].map((name) => document.querySelector(name));
  if (!document.querySelector('.banner') || !preview?.checkVisibility() || !buttons) return [];
  const under = preview.getBoundingClientRect().bottom - buttons.getBoundingClientRect().top;
  return under > 1 ? [`the preview of the chat lies ${Math.round(under)} px below the buttons`] : [];
}

/** The moves, where what stands below them has left them no line. */
export function movesGone() {
  const LINE = 43;
  const written = document.querySelector('.room-written');
  const height = written?.getBoundingClientRect().height ?? LINE;
  return height < LINE ? [`${Math.round(height)} px are left for the moves`] : [];
}

/** What is played with, and lies below a message: it would take the press, or hide the clock. */
export function messagesOver(name) {
  const message = document.querySelector(name);
  const toasts = message?.getBoundingClientRect();
  const found = [];
  if (!message || message.matches('.bad')) return found;
  // On a phone they lie over its bar.
  const isStacked = document.querySelector('.room').dataset.layout === 'stack';
  const parts = isStacked
    ? '.phone-buttons > *, .player.bottom > *'
    : '.tabs > *, .actions > *, .player > *, .replay-deck > *, .replay-player, .scrub';
  for (const part of document.querySelectorAll(`.board-host, ${parts}`)) {
    const { left, right, top, bottom, width } = part.getBoundingClientRect();
    const isBelow = left < toasts.right && right > toasts.left && top < toasts.bottom && bottom > toasts.top;
    if (width > 1 && isBelow && !part.matches('.space'))
      found.push(`${name} lies over ${part.className || part.innerText}`);
  }
  return [...new Set(found)].slice(0, 3);
}
