/**
 * Puts text on the clipboard. The modern way exists on secure pages only, but a game in a school's network is served
 * over plain http: there the old way still works. False where neither works. Must be called within an event of the
 * visitor.
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

function copyBySelection(text: string): boolean {
  const { activeElement } = document;
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'hidden';
  document.body.append(area);
  area.select();
  // Deprecated, and the only way left where the clipboard interface is absent.
  // eslint-disable-next-line @typescript-eslint/no-deprecated
  const done = document.execCommand('copy');
  area.remove();
  // The selection has taken the focus off the button.
  if (activeElement instanceof HTMLElement) activeElement.focus({ preventScroll: true });
  return done;
}
