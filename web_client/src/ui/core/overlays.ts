import { Navigation } from '../services/navigation';

// One stack for all that lies over a page: sheets, menus, questions, the result. Escape closes the topmost; Back
// closes the topmost that has an entry of its own in the history. An overlay that is closed otherwise takes its entry
// away.
//
// The browser's history can only be appended to and walked, and walking (`history.go`) is asynchronous: `popstate`
// tells of it later, just as it tells of the visitor's Back. So each entry of an overlay says in its state how many
// there are (`steps`), which is compared with how many there should be (`wanted`); while a walk of this file is under
// way (`waiting`), all that would change the history waits for its `popstate`, which is then not taken for Back.

/** Something that lies over a page. */
export interface Overlay {
  /** Takes it off the page, whose owner then calls what `pushOverlay` returned. */
  readonly close: () => void;
  /** Whether Back closes it. */
  readonly hasStep: boolean;
}

const stack: Overlay[] = [];

/** What is done once a step is taken away, while one is: the browser does that later, and tells it as it tells of
 *  Back. */
let waiting: (() => void)[] | null = null;

/** Runs `act` when the history is not about to change: at once, as a rule. */
function whenSettled(act: () => void): void {
  if (waiting) waiting.push(act);
  else act();
}

/** How many steps of overlays lie at the end of the history. */
const steps = (): number => (history.state as { steps?: number } | null)?.steps ?? 0;

const { write } = Navigation;
// Another page comes in the place of a step, which goes with its own page.
Navigation.write = (path, written) =>
  whenSettled(() => {
    if (steps() === 0) {
      write(path, written);
      return;
    }
    history.replaceState(null, '', path);
    written();
  });

const wanted = (): number => stack.filter(({ hasStep }) => hasStep).length;

/** Shows `overlay` on top of all others, until the returned function is called. */
export function pushOverlay(overlay: Overlay): () => void {
  if (stack.length === 0) listen();
  stack.push(overlay);
  whenSettled(addStep);
  return () => {
    remove(overlay);
    // Later: the next one may come with the same drawing, or another page.
    setTimeout(() => whenSettled(() => cutSteps(location.href)));
  };
}

/** Whether anything lies over the page. */
export const isOverlaid = (): boolean => stack.length > 0;

/** One entry for each overlay that wants one; it has the address of the page. */
function addStep(): void {
  if (steps() < wanted()) history.pushState({ steps: wanted() }, '');
}

/** `address`: of the page by now, which may have written another one into the step. */
function cutSteps(address?: string): void {
  if (steps() <= wanted()) return;
  waiting = [() => history.replaceState(history.state, '', address)];
  history.go(wanted() - steps());
}

/** Also called twice: by Back, and by the owner afterwards. */
function remove(overlay: Overlay): void {
  const index = stack.indexOf(overlay);
  if (index >= 0) stack.splice(index, 1);
  if (stack.length === 0) removeEventListener('keydown', pressed, { capture: true });
}

function listen(): void {
  addEventListener('popstate', popped);
  // Before whatever else knows Escape, and leaves alone a key that was taken.
  addEventListener('keydown', pressed, { capture: true });
}

/** A walk through the history has ended: one of this file, or the visitor's. */
function popped(): void {
  if (waiting) {
    const acts = waiting;
    waiting = null;
    for (const act of acts) act();
    return;
  }
  // Back, perhaps over several steps at once, as from the browser's list of entries.
  while (wanted() > steps()) close(stack.findLast(({ hasStep }) => hasStep));
  // Forward leads to a step of something that is closed.
  cutSteps();
}

function close(overlay: Overlay | undefined): void {
  if (!overlay) return;
  remove(overlay);
  overlay.close();
}

/** In the capture phase, before the board and the page hear of the key. */
function pressed(event: KeyboardEvent): void {
  const top = stack.at(-1);
  // Of a word that is being composed Escape is the keyboard's.
  if (event.key !== 'Escape' || event.defaultPrevented || event.isComposing || !top) return;
  event.preventDefault();
  top.close();
}
