import type { OutputBundle } from 'rolldown';
import { expect, it } from 'vitest';
import { minifyAgain } from '../../scripts/minify_again';

it('makes code smaller, and keeps what only subscribes', async () => {
  const code = 'export function once(signal, unused) { const two = 1 + 1; signal.value; return two; }';
  const bundle = { 'a.js': { type: 'chunk', code } } as unknown as OutputBundle;
  const { generateBundle } = minifyAgain();
  await (generateBundle as (options: unknown, files: OutputBundle) => Promise<void>)({}, bundle);
  expect(bundle['a.js']).toHaveProperty('code', 'export function once(e){return e.value,2}');
});
