import { configure } from '@testing-library/preact';

export * from '@testing-library/preact';

// Elements that a test waits for may come late on a busy machine; one second is the usual limit.
configure({ asyncUtilTimeout: 30_000 });

/** The first element of `selector`, which is there. */
export function seen(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`no ${selector}`);
  return element;
}
