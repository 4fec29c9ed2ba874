import { defineConfig } from 'eslint/config';
import accessible from 'eslint-plugin-jsx-a11y-x';
import hooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { scripts } from './eslint.scripts.js';

export default defineConfig(
  { ignores: ['dist*', 'coverage'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/consistent-type-definitions': ['error', 'interface'],
      'max-lines': ['error', 600],
    },
  },
  {
    files: ['src/**'],
    rules: {
      // A view is a list of what it shows; a longer one has parts.
      'max-lines-per-function': ['error', { max: 70, skipBlankLines: true, skipComments: true }],
      // A file that does not come is no failure of the page: what happens then is said beside it.
      'no-restricted-syntax': [
        'error',
        ...['', 'ChainExpression > '].map(
          (chain) =>
            `UnaryExpression[operator="void"] > ${chain}CallExpression[callee.property.name="then"][arguments.length=1]`,
        ),
        // #name: private at run time, too, and made short by the build.
        ':matches(PropertyDefinition, MethodDefinition)[accessibility="private"]',
      ],
    },
  },
  {
    files: ['src/ui/**'],
    plugins: { hooks },
    // Not exhaustive-deps: services and models outlive effects, signals are read where they are used, and an effect often
    // runs for one thing and reads others. What is given anew with each drawing goes through useLatest.
    rules: { 'hooks/rules-of-hooks': 'error' },
  },
  {
    files: ['src/ui/**/*.tsx'],
    extends: [accessible.configs.recommended],
    rules: {
      // Keys scroll what has the focus, and a log is long.
      'jsx-a11y-x/no-noninteractive-tabindex': ['error', { roles: ['log', 'tabpanel'] }],
      // Lists hear the keys of the buttons in them, one of which has the focus.
      'jsx-a11y-x/no-noninteractive-element-interactions': [
        'error',
        { handlers: ['onClick', 'onMouseDown', 'onMouseUp'] },
      ],
    },
  },
  {
    // A test waits for an event, never for a time, and has patience with a busy machine.
    files: ['**/*.test.{ts,tsx}'],
    rules: {
      'no-restricted-syntax': [
        'error',
        'CallExpression[callee.name="setTimeout"][arguments.length>1]',
        'CallExpression[callee.object.name="vi"][callee.property.name="waitFor"][arguments.length<2]',
      ],
    },
  },
  { files: ['**/*.mjs', 'src/*.js'], extends: [scripts] },
);
