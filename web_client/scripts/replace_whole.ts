import { existsSync, renameSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'vite';

/**
 * Builds beside `dist` and puts the result in its place by two renames: a build or a run of the server meanwhile finds the
 * files of one build. A build that fails leaves the last one there.
 */
export function replaceWhole(root: string): Plugin {
  const [dist, built, old] = ['dist', 'dist.new', 'dist.old'].map((name) => resolve(root, name)) as [
    string,
    string,
    string,
  ];
  let isWritten = false;
  return {
    name: 'replace-whole',
    apply: 'build',
    config: () => ({ build: { outDir: built } }),
    writeBundle() {
      isWritten = true;
    },
    closeBundle: {
      order: 'post',
      handler() {
        // A build that fails may have left files: those that need no building.
        if (!isWritten) return;
        rmSync(old, { recursive: true, force: true });
        if (existsSync(dist)) renameSync(dist, old);
        renameSync(built, dist);
        rmSync(old, { recursive: true, force: true });
      },
    },
  };
}
