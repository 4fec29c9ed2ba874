import type { OutputBundle, OutputChunk } from 'rolldown';
import { minifySync } from 'rolldown/utils';
import type { Plugin } from 'vite';

/** The file of each page with a board, by the first word of its address (rooms have none), the words of each language, and
 *  those that pages with boards speak besides. */
const early: Readonly<Record<string, string>> = {
  '': 'ui/lobby/lobby_page.tsx',
  room: 'ui/room/room_page.tsx',
  replay: 'ui/replay/replay_page.tsx',
  analysis: 'ui/replay/analysis_page.tsx',
  learn: 'ui/learn/learn_page.tsx',
  en: 'i18n/en/common.ts',
  'zh-Hans': 'i18n/zh-Hans/common.ts',
  'zh-Hant': 'i18n/zh-Hans/common.ts?traditional',
  'board en': 'i18n/en/room.ts',
  'board zh-Hans': 'i18n/zh-Hans/room.ts',
  'board zh-Hant': 'i18n/zh-Hans/room.ts',
};

const chunks = (bundle: OutputBundle): OutputChunk[] =>
  Object.values(bundle).filter((file) => file.type === 'chunk');

/** `chunk` and all that it cannot run without, as addresses. */
function needed(chunk: OutputChunk, bundle: OutputBundle, seen = new Set<string>()): string[] {
  if (seen.has(chunk.fileName)) return [];
  seen.add(chunk.fileName);
  const imports = chunk.imports.flatMap((name) => {
    const next = bundle[name];
    return next?.type === 'chunk' ? needed(next, bundle, seen) : [];
  });
  return [`/${chunk.fileName}`, ...imports];
}

/**
 * Puts what the first paint needs into index.html: its style, and the names of the files of each page, so that the
 * browser asks for them before any script has run; and makes its own script small. The server allows what is written there by its hash.
 */
export function pageInOneAnswer(): Plugin {
  return {
    name: 'page-in-one-answer',
    apply: 'build',
    enforce: 'post',
    generateBundle(_, bundle) {
      const html = bundle['index.html'];
      if (html?.type !== 'asset') throw new Error('no index.html');
      let text = String(html.source);
      text = text
        .replaceAll(/ *<!--.*?-->\n/gs, '')
        .replaceAll(/\n */g, '\n')
        .replace(/<link rel="stylesheet"[^>]*href="\/([^"]+)">/g, (_link, name: string) => {
          const style = bundle[name];
          if (style?.type !== 'asset') throw new Error(`no ${name}`);
          Reflect.deleteProperty(bundle, name);
          return `<style>${String(style.source).trim()}</style>`;
        });
      const all = chunks(bundle);
      const named = Object.entries(early).map(([name, file]) => {
        const chunk = all.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(file)));
        if (!chunk) throw new Error(`no file of its own for ${file}`);
        return [name, needed(chunk, bundle).filter((address) => !text.includes(address))];
      });
      html.source = text
        .replace('({})', `(${JSON.stringify(Object.fromEntries(named))})`)
        .replace(/(?<=<script>).*?(?=<\/script>)/s, (script) => minifySync('page.js', script).code);
    },
  };
}
