import { useLayoutEffect, type Inputs } from 'preact/hooks';
import { useServices } from '../services/services';

type Keys = Readonly<Record<string, () => void>>;

/** What a key means: with Shift a letter is another one, with a locked keyboard it is not. */
const meaning = ({ key, shiftKey }: KeyboardEvent): string => (shiftKey ? key : key.toLowerCase());

/** Whether a key belongs to what is focused: a field that is typed in, and Space to a button, a switch, a choice, and
 *  what it opens. The board has said so itself of the keys that it used. */
const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.altKey ||
  event.ctrlKey ||
  event.metaKey ||
  (event.target instanceof Element &&
    event.target.closest(
      event.key === ' ' ? 'button, input, select, textarea, summary' : 'input:not([role]), select, textarea',
    ) !== null);

/**
 * The keys of a page, which KeysPanel lists. `single` ones work wherever the focus is but in a field, before the
 * board's, and can be switched off (WCAG 2.1.4: voice control may type a letter). The others, named in small letters,
 * work where nothing else has used them. A key that is held acts once, but for arrows, which go on. `inputs` as of an
 * effect. Set before the paint: an effect after it would miss keys.
 */
export function useKeys(single: Keys, others: Keys, inputs: Inputs): void {
  const { settings } = useServices().preferences;
  useLayoutEffect(() => {
    const follow = (event: KeyboardEvent, action: (() => void) | undefined): void => {
      if (!action || isTaken(event)) return;
      event.preventDefault();
      if (!event.repeat || event.key.startsWith('Arrow')) action();
    };
    const pressSingle = (event: KeyboardEvent): void => {
      if (settings.peek().shortcuts) follow(event, single[meaning(event)]);
    };
    const pressOther = (event: KeyboardEvent): void => follow(event, others[event.key.toLowerCase()]);
    addEventListener('keydown', pressSingle, { capture: true });
    addEventListener('keydown', pressOther);
    return () => {
      removeEventListener('keydown', pressSingle, { capture: true });
      removeEventListener('keydown', pressOther);
    };
  }, inputs);
}
