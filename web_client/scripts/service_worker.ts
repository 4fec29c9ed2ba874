import { createHash } from 'node:crypto';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'vite';

/** Writes sw.js: the service worker with the files of this build, and a name that changes with any of them. */
export function serviceWorker(root: string): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('no index.html');
      const folder = join(root, 'public');
      const fixed = readdirSync(folder);
      const files = [...fixed, ...Object.keys(bundle).filter((name) => name.endsWith('.js'))]
        .map((name) => `/${name}`)
        .sort();
      const hash = createHash('sha256').update(JSON.stringify([files, page.source]));
      for (const name of fixed) hash.update(readFileSync(join(folder, name)));
      const worker = readFileSync(join(root, 'src/service_worker.js'), 'utf8')
        .replace("const BUILD = '';", `const BUILD = '${hash.digest('hex').slice(0, 12)}';`)
        .replace('const FILES = [];', `const FILES = ${JSON.stringify(files)};`);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source: worker });
    },
  };
}
