import { configure, fireEvent } from '@testing-library/preact';
import { onTestFinished, vi } from 'vitest';

export * from '@testing-library/preact';

// Elements that a test waits for may come late on a busy machine; one second is the usual limit.
configure({ asyncUtilTimeout: 30_000 });

/** The first element of `selector`, which is there. */
export function seen(selector: string): HTMLElement {
  const element = document.querySelector<HTMLElement>(selector);
  if (!element) throw new Error(`no ${selector}`);
  return element;
}

/** Chooses a file as browsers do: of the one that stands in the field already no change is told. */
export function chooseFile(field: HTMLInputElement, file: File): void {
  fireEvent.click(field);
  const before = field.value;
  field.files = [file] as unknown as FileList;
  if (field.value !== before) fireEvent.change(field);
}

/** The words of what is held off from presses from now on, in this test. */
export function heldOff(): () => string[] {
  const animate = vi.spyOn(Element.prototype, 'animate').mockReturnValue({} as Animation);
  onTestFinished(() => animate.mockRestore());
  const isHold = ([frames, time]: Parameters<Element['animate']>): boolean =>
    JSON.stringify([frames, time]) === '[{"pointerEvents":["none","none"]},400]';
  return () =>
    animate.mock.contexts.flatMap((element, call) =>
      isHold(animate.mock.calls[call] ?? [null]) ? (element as Element).textContent : [],
    );
}
