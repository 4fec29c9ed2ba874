// What the page says of its materials: its theme, and the boards that the visitor chose (attributes of the root
// element).

/** The boards that one may choose. */
export const boardKinds = ['wood', 'rosewood', 'paper'] as const;
export type BoardKind = (typeof boardKinds)[number];

/** What a painted board depends on. Equal values look equal. */
export interface BoardTheme {
  readonly boards: BoardKind;
  /** The page is dark. */
  readonly dark: boolean;
}

/** Kept for good: a query that is garbage collected sends no events. */
let darkScheme: MediaQueryList | undefined;
const systemIsDark = (): MediaQueryList => (darkScheme ??= matchMedia('(prefers-color-scheme: dark)'));

/** As it is now. An unknown board, as of an older page, is wood. */
export function boardTheme(): BoardTheme {
  const { theme, boards } = document.documentElement.dataset;
  return {
    boards: boardKinds.find((kind) => kind === boards) ?? 'wood',
    dark: theme ? theme === 'dark' : systemIsDark().matches,
  };
}

/**
 * Calls `listener` whenever they may have changed, until the returned function is called. Attributes are heard of in
 * a microtask after the script that changed them, several at once as one.
 */
export function watchBoardTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme', 'data-boards'] });
  systemIsDark().addEventListener('change', listener);
  return () => {
    observer.disconnect();
    systemIsDark().removeEventListener('change', listener);
  };
}
