import type { Plugin } from 'vite';

/**
 * Takes away the helper that Vite wraps around every `import()`. It waits for style sheets beside a page, of which this
 * client has none, and asks early for what a page imports, which index.html and ui/app.tsx see to.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: (id) =>
      id === '\0vite/preload-helper.js' ? 'export const __vitePreload = (load) => load();' : null,
  };
}
