import { describe, expect, it } from 'vitest';
import { wholeFile } from '../../../../src/ui/collections/games_file';

describe('all games of a collection', () => {
  it('are texts one after another', async () => {
    const parts = new Map([
      ['0', { file: new Blob(['a\n']), next: '2' }],
      ['2', { file: new Blob(['b\n']), next: null }],
    ]);
    const heard: number[] = [];
    const files = await wholeFile(
      (after) => Promise.resolve(parts.get(after) ?? { file: new Blob(), next: null }),
      (upto) => heard.push(upto),
      new AbortController().signal,
    );
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(['a\n\nb\n']);
    expect(heard).toEqual([2]);
  });
});
