import type { Plugin } from 'vite';

/**
 * Makes JSX calls of `h(type, properties, ...children)`. The other form, `jsx(type, { children })`, repeats that word some
 * 800 times, and needs a runtime of its own.
 */
export function jsxAsCalls(): Plugin {
  return {
    name: 'jsx-as-calls',
    enforce: 'pre',
    // After @preact/preset-vite, which asks for the other form.
    config: () => ({
      oxc: {
        jsx: { runtime: 'classic', pragma: '_h', pragmaFrag: '_Fragment' },
        jsxInject: "import { h as _h, Fragment as _Fragment } from 'preact'",
      },
    }),
  };
}
