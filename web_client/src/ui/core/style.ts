const adopted = new Set<string>();

/**
 * Adds style sheets to the document, each once. They are part of the page's script, which saves a request. For good:
 * a page that is left keeps them.
 */
export function adoptStyles(...styles: readonly string[]): void {
  for (const style of styles) {
    if (adopted.has(style)) continue;
    adopted.add(style);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(style);
    document.adoptedStyleSheets.push(sheet);
  }
}
