import { createRequire } from 'node:module';
import { minify, type MinifyOptions } from 'terser';
import type { Plugin } from 'vite';

const { version } = createRequire(import.meta.url)('terser/package.json') as { version: string };

/** Reading a property stays: of a signal it subscribes. */
const OPTIONS: MinifyOptions = {
  ecma: 2020,
  module: true,
  compress: { passes: 3, keep_fargs: false, pure_getters: false },
};

/** Minifies with Terser what Vite has minified: gzipped it is half a hundredth smaller than by either alone. */
export function minifyAgain(): Plugin {
  return {
    name: 'minify-again',
    apply: 'build',
    enforce: 'post',
    // A name that is cached for good changes with what Terser makes of the same code.
    augmentChunkHash: () => JSON.stringify([version, OPTIONS]),
    async generateBundle(_, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type === 'chunk') file.code = (await minify(file.code, OPTIONS)).code ?? file.code;
      }
    },
  };
}
