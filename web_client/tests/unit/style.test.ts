// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';

// Styles keep to what tokens.css names, and to one list of sizes at which the layout changes.
const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.css'),
);
const read = (name: string): string => readFileSync(`src/${name}`, 'utf8').replace(/\/\*.*?\*\//gs, '');
const styles = new Map(files.map((name) => [name, read(name)]));
const all = [...styles.values()].join('\n');
/** Drawings on boards have units of their own. */
const pages = [...styles].filter(([name]) => name.startsWith('style/'));

/** `file: declaration` of those in the styles of pages that `pattern` finds and `isKnown` refuses. */
const strange = (pattern: RegExp, isKnown: (value: string) => boolean): string[] =>
  pages.flatMap(([name, text]) =>
    [...text.matchAll(pattern)].filter(([, value = '']) => !isKnown(value)).map(([all]) => `${name}: ${all}`),
  );

describe('styles', () => {
  it('use no token that is nowhere set', () => {
    const scripts = ['ui/room/result/result_plate.tsx', 'demo.ts'].map((name) =>
      readFileSync(`src/${name}`, 'utf8'),
    );
    const set = new Set(`${all}${scripts.join('')}`.match(/--[\w-]+(?=:|', )/g));
    const used = new Set([...all.matchAll(/var\((--[\w-]+)/g)].map(([, name = '']) => name));
    expect(used.size).toBeGreaterThan(40);
    expect([...used].filter((name) => !set.has(name))).toEqual([]);
  });

  it('take sizes of text and layers from the scales', () => {
    const scale = [10, 12, 13, 14, 15, 16, 18, 22, 26, 30, 34];
    // In an SVG they are units of the drawing.
    const ofDrawings = 'style/ratings.css: font-size: 9px';
    const isOnScale = (value: string): boolean => {
      const px = /([\d.]+)px/.exec(value)?.[1];
      return px === undefined || scale.includes(Number(px));
    };
    expect(strange(/font(?:-size)?: ([^;]+)/g, isOnScale)).toEqual([ofDrawings]);
    expect(strange(/z-index: ([^;]+)/g, (value) => value.includes('var(--layer-'))).toEqual([]);
  });

  it('cut words off by one rule, but where lines may break, and a link that is higher than its words', () => {
    const cutting = pages.flatMap(([name, text]) => (text.includes('text-overflow') ? [name] : []));
    expect(cutting.sort()).toEqual(['style/base.css', 'style/room_touch.css', 'style/seeks.css']);
    expect(read('style/base.css')).toMatch(/\.cut,[^{}]*\{\s*overflow: hidden;\s*text-overflow: ellipsis;/);
  });

  // On paper stood the part of the list that was in sight, between buttons.
  it('print a replay with all of its moves, and nothing to be pressed', () => {
    const print = read('style/replay_print.css');
    expect(print).toMatch(
      /@media print \{[^]*\.replay-moves \.moves \{\s*height: auto;\s*overflow: visible;/,
    );
    for (const part of ['.top-bar', '.replay-deck', '.replay-more'])
      expect(/[^{}]*(?=\{\s*display: none;)/.exec(print)?.[0]).toContain(part);
  });

  // A name from right to left changed places with the rating beside it in rooms and in the lobby.
  it('keep what stands beside a name in its place by one rule', () => {
    const isolating = pages.flatMap(([name, text]) => (text.includes('unicode-bidi') ? [name] : []));
    expect(isolating).toEqual(['style/base.css']);
    expect(read('style/base.css')).toMatch(/^a,\nb,\nq,\nspan \{\s*unicode-bidi: isolate;/m);
  });

  // An appeal, the reason of a result or the name of a file in one long word made a phone's page scroll sideways.
  it('break what people write where no word ends', () => {
    const breaks = ([name, selector]: readonly [string, string]): boolean =>
      (read(name).split(selector)[1] ?? '').split('}')[0]?.includes('overflow-wrap: anywhere;') ?? false;
    const written = [
      ['style/moderation.css', '.form-card :is(p, blockquote)'],
      ['style/tournaments.css', '.tournament-table .muted,'],
      ['style/pages.css', '.button:has(> input.hidden) {'],
    ] as const;
    expect(written.filter((one) => !breaks(one))).toEqual([]);
  });

  it('name their colours, but shades of black and white, and shadows', () => {
    const shade = /#(?:000|fff)[\da-f]?(?![\da-f])|#(?:000000|ffffff)[\da-f]{2}/g;
    const raw = pages
      .filter(([name]) => !name.endsWith('_print.css'))
      .flatMap(([name, text]) =>
        [...text.matchAll(/([\w-]+):([^;{}]*);/g)]
          .filter(([, property = '']) => !/^--|^box-shadow$/.test(property))
          .filter(([, , value = '']) => /#[\da-f]{3}/.test(value.replaceAll(shade, '')))
          .map(([, property = '']) => `${name}: ${property}`),
      );
    // Things that look alike in both themes: discs, the banner, the code to be read by a camera, a lit board.
    const things = ['disc_bar.css: background', 'disc_bar.css: background', 'frame.css: background'];
    const more = ['frame.css: color', 'invite_card.css: color', 'result_plate.css: background'];
    expect(raw.sort()).toEqual([...things, ...more].map((one) => `style/${one}`));
  });

  // Below 1180 pixels a challenge did not say that it was rated.
  it('show whether a challenge is rated at all widths', () => {
    const seeks = read('style/seeks.css');
    expect(seeks).toMatch(/\.seek > \.rated \{\s*grid-area: 2 \/ 3 \/ 3 \/ 5;/);
    expect(seeks).not.toContain('display: none');
  });

  it('move nothing where that is not wanted: an endless animation would flicker, however short', () => {
    const [, still = ''] =
      /@media \(prefers-reduced-motion: reduce\) \{(.*?)^\}/ms.exec(read('style/base.css')) ?? [];
    expect(still).toMatch(/animation: none !important/);
  });

  it('hold presses off what has just come, also where nothing moves', () => {
    const sheets = read('style/status_bar.css') + read('style/result_plate.css');
    const rules = [...sheets.matchAll(/([^{}]+)\{[^{}]*?animation[^;]*unready[^;]*;/g)];
    expect(rules.map(([rule]) => rule).filter((rule) => !rule.includes('!important'))).toEqual([]);
    const held = rules.map(([, selector]) => selector).join();
    for (const place of ['.status', '.plate', '.overlay', '.actions', '.phone-buttons', '.room-board'])
      expect(held).toContain(place);
  });

  it('leave gaps of a hairline, or of even pixels', () => {
    const isEven = (value: string): boolean =>
      [...value.matchAll(/(?<![\d.])([\d.]+)px/g)].every(([, px]) => px === '1' || Number(px) % 2 === 0);
    expect(strange(/^\s*(?:(?:row-|column-)?gap|padding[\w-]*|margin[\w-]*): ([^;]+)/gm, isEven)).toEqual([]);
  });
});

/** Where the layout changes: from these sizes on, in pixels. */
const widths = {
  360: 'a phone that is not the smallest',
  560: 'a large phone',
  800: 'more than one column: `isNarrow` in ui/core/layout.ts',
  920: 'two columns in the lobby',
  1020: 'all words of the top bar',
  1180: 'a tablet that is held across',
  1440: 'full columns beside a square board',
  1600: 'three columns whatever the height',
};
const heights = {
  360: 'a phone that is not the lowest of those held across',
  500: 'not a phone that is held across',
  740: 'a lobby on a low phone',
  830: 'a preview of the chat on a phone',
};

describe('layouts', () => {
  const conditions = [...all.matchAll(/@media ([^{]+?)\s*\{/g)].map(([, text = '']) =>
    text.replace(/\s+/g, ' '),
  );

  it.each([
    ['width', widths],
    ['height', heights],
  ])('change at known sizes: %s', (axis, known) => {
    const sizes = new Set<string>();
    for (const condition of conditions)
      for (const [, bound, px] of condition.matchAll(new RegExp(`(min|max)-${axis}: (\\d+)px`, 'g')))
        sizes.add(String(Number(px) + (bound === 'max' ? 1 : 0)));
    expect([...sizes].sort((a, b) => Number(a) - Number(b))).toEqual(Object.keys(known));
  });

  /** By the rules of place.css: below each other, or with how many columns. */
  const byStyle = (): string => {
    const place = styles.get('style/place.css') ?? '';
    const holds = (inside: RegExp): boolean =>
      [...place.matchAll(/@media ([^{]+)\{(.*?)^\}/gms)].some(
        ([, condition = '', body = '']) => inside.test(body) && matchMedia(condition.trim()).matches,
      );
    if (holds(/^ {2}\.room \{[^}]*flex-direction: column/m)) return 'stack';
    return holds(/^ {2}\.room(?::not\(\.replay\))? \{[^}]*minmax\(0, var\(--board-width\)\) var\(--panel\);/m)
      ? 'beside'
      : 'columns';
  };

  const around = (known: object): number[] =>
    Object.keys(known).flatMap((size) => [Number(size) - 1, Number(size)]);

  // That of happy-dom misreads lists.
  const one = window.matchMedia.bind(window);
  vi.stubGlobal('matchMedia', (list: string) => ({
    matches: list.split(',').some((condition) => one(condition.trim()).matches),
    addEventListener: () => undefined,
  }));

  it('are the same in styles and in scripts, at all sizes', async () => {
    const seen = new Set<string>();
    for (const width of [320, ...around(widths), 2400])
      for (const height of [320, ...around(heights), 900, 1066, 1100, 1600]) {
        (window as unknown as { happyDOM: { setViewport(size: object): void } }).happyDOM.setViewport({
          width,
          height,
        });
        vi.resetModules();
        const { layout, isNarrow } = await import('../../src/ui/core/layout');
        const size = `${width} x ${height}`;
        expect(`${size}: ${layout.value}`).toBe(`${size}: ${byStyle()}`);
        expect(isNarrow.value, size).toBe(width < 800);
        seen.add(layout.value);
      }
    expect(seen.size).toBe(3);
  });
});
