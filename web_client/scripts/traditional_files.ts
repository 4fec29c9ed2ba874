import type { Plugin } from 'vite';
import { traditional } from '../src/i18n/traditional';

/** Gives `file?traditional` as what stands in `file`, in traditional characters: what a first visit reads comes written. */
export function traditionalFiles(): Plugin {
  return {
    name: 'traditional-files',
    enforce: 'pre',
    transform: { filter: { id: /\?traditional$/ }, handler: (code) => traditional(code) },
  };
}
