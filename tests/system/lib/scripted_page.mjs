// Playing in a browser that Playwright does not drive: the page is read by scripts, and moved by clicks.
import assert from 'node:assert/strict';
import { piecesOf, piecesOn } from './browser.mjs';
import { PATIENCE_MS, assertSoon, patience, pause } from './patience.mjs';
import { pick, random } from './seed.mjs';

/** In the page: where the middle of `element` is once it is in sight and takes presses there; false until then. */
function middle(element) {
  element?.scrollIntoView({ block: 'nearest' });
  const box = element?.getBoundingClientRect();
  if (!(box?.width > 0)) return false;
  const at = { x: Math.round(box.x + box.width / 2), y: Math.round(box.y + box.height / 2) };
  return element.contains(document.elementFromPoint(at.x, at.y)) && at;
}

/** Each driver adds `goto(url)`, `clickAt({ x, y })`, and `evaluate(code, argument)`: `code(argument)` run in the
 *  page. */
export class ScriptedPage {
  /** Repeats `code(argument)` until it gives something true, and gives that. */
  async until(code, argument, ms = PATIENCE_MS) {
    const deadline = Date.now() + ms;
    for (;;) {
      const found = await this.evaluate(code, argument);
      if (found) return found;
      if (Date.now() > deadline) {
        const words = await this.evaluate(() => document.body?.innerText);
        throw new Error(`it never came: (${code})(${JSON.stringify(argument)}), the page says: ${words}`);
      }
      await pause(20);
    }
  }

  /** Where the first element of `selector` is, scrolled into sight. */
  placeOf(selector) {
    return this.until(`(wanted) => (${middle})(document.querySelector(wanted))`, selector);
  }

  /** A click of the mouse in the middle of the first element of `selector`, wherever on the page it is. */
  async click(selector) {
    await this.clickAt(await this.placeOf(selector));
  }

  /** A click on the element of `selector` whose words match, again if it had moved: the page may still be loading. */
  async press(selector, words) {
    const find = `([wanted, text]) => {
      const found = [...document.querySelectorAll(wanted)].find((one) => new RegExp(text).test(one.innerText.trim()));
      window.arrived = false;
      found?.addEventListener('click', () => (window.arrived = true), { once: true });
      return (${middle})(found);
    }`;
    for (let tries = 0; tries < 10; tries++) {
      await this.clickAt(await this.until(find, [selector, words]));
      const arrived = this.until('() => window.arrived', null, 5_000 * patience);
      if (await arrived.catch(() => false)) return;
    }
    assert.fail(`no click arrived at ${selector} ${words}`);
  }

  /** Waits until the words of the first element of `selector` match. */
  async shows(selector, words) {
    const read = '([wanted, text]) => new RegExp(text).test(document.querySelector(wanted)?.innerText ?? "")';
    await this.until(read, [selector, words]);
  }

  // The board, read as a screen reader reads it: through the labels of its cells.

  /** What a player sees of the game, null before there is one. */
  look() {
    return this.evaluate(look);
  }

  clickSquare(square) {
    return this.click(`[role=grid] [data-square="${square}"]`);
  }

  /** What the player sees as soon as it is this player's turn or pass, or the game is over. */
  turn() {
    return this.until(`() => {
      const seen = (${look})();
      return seen !== null && (seen.over || seen.yours || /Pass/.test(seen.status)) && seen;
    }`);
  }

  /** Waits until the page has heard of more than so many plies, or that the game is over. */
  passPly(plies) {
    const hasPassed = `(plies) => {
      const seen = (${look})();
      return seen !== null && (seen.over || seen.plies > plies);
    }`;
    return this.until(hasPassed, plies);
  }

  /** A finger on a square, as the page is told of one: no driver of ours has real ones. */
  async tapSquare(square) {
    const at = await this.placeOf(`[role=grid] [data-square="${square}"]`);
    await this.evaluate(({ x, y }) => {
      // The first pointer of all: others than those that there are cannot be captured.
      const of = {
        pointerId: 1,
        pointerType: 'touch',
        isPrimary: true,
        bubbles: true,
        cancelable: true,
        clientX: x,
        clientY: y,
      };
      const target = document.elementFromPoint(x, y);
      for (const name of ['pointerdown', 'pointerup']) target.dispatchEvent(new PointerEvent(name, of));
    }, at);
  }

  /** From the lobby to a board against the computer. */
  async playComputer(url, options) {
    await this.goto(url);
    await this.enterComputer(options);
  }

  async enterComputer({ game, level }) {
    await this.press('label', `^${gameNames[game]}`);
    await this.press('label', '^Computer$');
    await this.press('label', `^${level}\\b`);
    await this.press('label', '^(Red|Black)$');
    await this.press('button', '^Play level');
  }

  /** Makes random moves until the game is over, or until `moves` own moves are made. */
  async playOn(game, { moves = Infinity } = {}) {
    for (let made = 0; made < moves; ++made) {
      const seen = await this.turn();
      if (seen.over) return;
      if (seen.yours) await ways[game](this, seen.labels);
      else await this.press('.status button', '^Pass$');
      await this.passPly(seen.plies);
    }
  }

  /** The server's records have the board that the page shows; gives the state there. */
  async assertSameBoard(server) {
    const id = await this.evaluate(() => location.pathname.slice(1));
    return assertSoon(async () => {
      const { game, state } = await server.json(`/api/games/${id}`);
      assert.deepEqual(piecesOn((await this.look()).labels), piecesOf(game, state.pos));
      return state;
    });
  }

  /** The whole game, as the server has it in the end. */
  async playToTheEnd(game, server) {
    await this.playOn(game);
    const state = await this.assertSameBoard(server);
    assert.equal(state.status, 'finished');
    console.log(`${game}: ${state.ply} plies, ${state.reason}`);
    return state;
  }
}

const gameNames = { xiangqi: 'Xiangqi', gomoku: 'Gomoku', antireversi: 'Anti.Reversi' };

/** In the page. */
function look() {
  const grid = document.querySelector('[role=grid]');
  if (!grid) return null;
  const cells = [...grid.querySelectorAll('[data-square]')];
  const labels = Object.fromEntries(cells.map((one) => [one.dataset.square, one.getAttribute('aria-label')]));
  const over = document.querySelector('.status.result, .plate') !== null;
  // Between the last move and its result there is no line of status.
  const status = document.querySelector('.status')?.innerText ?? '';
  // A list has them all, a strip says how many there are.
  const strip = Number(document.querySelector('.strip')?.dataset.plies ?? 0);
  const plies = Math.max(document.querySelectorAll('.moves .move').length, strip);
  return { labels, over, plies, yours: status.includes('Your move'), status };
}

const isTarget = (label) => /legal move|can be captured/.test(label);
const isFree = (label) => /empty/.test(label) && !/forbidden/.test(label);
const squares = (labels, matches) => Object.keys(labels).filter((square) => matches(labels[square]));

/** Carries a piece of red that can go somewhere, which shows when it is picked up. */
async function carry(page, labels) {
  const own = squares(labels, (label) => label.startsWith('red'));
  while (own.length > 0) {
    await page.clickSquare(own.splice(random(own.length), 1)[0]);
    const targets = squares((await page.look()).labels, isTarget);
    if (targets.length > 0) return page.clickSquare(pick(targets));
  }
  assert.fail(`no piece can go anywhere: ${JSON.stringify(await page.look())}`);
}

const ways = {
  xiangqi: carry,
  gomoku: (page, labels) => page.clickSquare(pick(squares(labels, isFree))),
  antireversi: (page, labels) => page.clickSquare(pick(squares(labels, isTarget))),
};
