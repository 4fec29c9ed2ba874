/** Whether a key belongs to what is focused: a field that is typed in. The board has said so itself of the keys that it used; a
 *  switch knows Space only. */
export const isTaken = (event: KeyboardEvent): boolean =>
  event.defaultPrevented ||
  event.altKey ||
  event.ctrlKey ||
  event.metaKey ||
  (event.target instanceof Element && event.target.closest('input:not([role]), select, textarea') !== null);
