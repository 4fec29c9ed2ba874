import type { Plugin } from 'vite';

const RUNTIME = /^import \{ t as __exportAll \} from "[^"]*rolldown-runtime[^"]*";\n/m;

/** Of a chunk before it is made small: what tells the names of one of its files, as an object without a helper. */
function inPlainWords(code: string): string {
  return code.replace(RUNTIME, '').replace(/__exportAll\(\{([^}]*)\}\)/g, (_all, names: string) => {
    const getters = names.replace(/([\w$]+): \(\) => ([\w$]+)/g, 'get $1() { return $2; }');
    return `({${getters}})`;
  });
}

/**
 * Takes away what the build wraps around every `import()`. Vite's helper waits for style sheets beside a page, of which
 * this client has none, and asks early for what a page imports, which index.html and ui/app.tsx see to. Rolldown's, for
 * a file of which several are imported, would be a file and a request of its own.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    configResolved({ plugins }) {
      const wrapping = ['vite:build-import-analysis', 'native:import-analysis-build'];
      const kept = plugins.filter(({ name }) => !wrapping.includes(name));
      (plugins as Plugin[]).splice(0, plugins.length, ...kept);
    },
    renderChunk: (code) => (RUNTIME.test(code) ? inPlainWords(code) : null),
    generateBundle(_, bundle) {
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'chunk') continue;
        if (file.name === 'rolldown-runtime') Reflect.deleteProperty(bundle, name);
        else if (file.code.includes('rolldown-runtime')) throw new Error(`${name} needs a helper`);
        else file.imports = file.imports.filter((other) => !other.includes('rolldown-runtime'));
      }
    },
  };
}
