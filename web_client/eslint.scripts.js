// What ESLint asks of scripts in plain JavaScript: those of the client, and the tests of whole systems.
import { fileURLToPath } from 'node:url';
import js from '@eslint/js';
import { defineConfig } from 'eslint/config';
import tseslint from 'typescript-eslint';

/** Scripts run in Node, and hand functions to the browser that run in its pages. */
const globals = [
  'AbortController AbortSignal AudioScheduledSourceNode Buffer Event EventTarget KeyboardEvent',
  'MutationObserver OscillatorNode PerformanceObserver PointerEvent PopStateEvent Response TextDecoder',
  'TextEncoder URL URLSearchParams WebSocket addEventListener btoa caches clearInterval clearTimeout',
  'console createImageBitmap dispatchEvent document fetch getComputedStyle history innerHeight innerWidth',
  'localStorage location matchMedia navigator performance process requestAnimationFrame scrollX scrollY',
  'self setImmediate setInterval setTimeout structuredClone window',
];
const declared = Object.fromEntries(
  globals.flatMap((line) => line.split(' ')).map((name) => [name, 'readonly']),
);
const project = fileURLToPath(new URL('tsconfig.scripts.json', import.meta.url));

export const scripts = defineConfig({
  extends: [js.configs.recommended, ...tseslint.configs.strict, ...tseslint.configs.stylistic],
  languageOptions: { globals: declared, parserOptions: { project } },
  rules: {
    eqeqeq: 'error',
    'no-restricted-properties': [
      'error',
      {
        object: 'Math',
        property: 'random',
        message: 'Take tests/system/lib/seed.mjs: a failure can be repeated.',
      },
    ],
    'max-lines': ['error', 600],
    // Prettier leaves comments and long texts as they are; the texts may stay.
    'max-len': [
      'error',
      { code: 120, ignoreStrings: true, ignoreTemplateLiterals: true, ignoreRegExpLiterals: true },
    ],
    '@typescript-eslint/no-empty-function': 'off',
    // A test that forgets to wait for its assertion cannot fail.
    '@typescript-eslint/no-floating-promises': [
      'error',
      {
        allowForKnownSafeCalls: [
          { from: 'package', package: 'node:test', name: ['after', 'before', 'describe', 'test'] },
        ],
      },
    ],
    '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
  },
});
