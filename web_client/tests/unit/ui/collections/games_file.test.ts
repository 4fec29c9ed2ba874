import { describe, expect, it } from 'vitest';
import { wholeFile } from '../../../../src/ui/collections/games_file';

describe('all games of a collection', () => {
  it('are texts one after another', async () => {
    const parts = new Map([
      ['0', { file: new Blob(['a\n']), next: '2', leftOut: 1 }],
      ['2', { file: new Blob(), next: '4', leftOut: 2 }],
      ['4', { file: new Blob(['b\n']), next: null, leftOut: 0 }],
    ]);
    const heard: number[] = [];
    const { files, leftOut } = await wholeFile(
      (after) => Promise.resolve(parts.get(after) ?? { file: new Blob(), next: null, leftOut: 0 }),
      (upto) => heard.push(upto),
      new AbortController().signal,
    );
    expect(await Promise.all(files.map((file) => file.text()))).toEqual(['a\n\nb\n']);
    expect(heard).toEqual([2, 4]);
    expect(leftOut).toBe(3);
  });

  it('are refused where none can be written so', async () => {
    const zip = new Blob([new Uint8Array(22)], { type: 'application/zip' });
    for (const file of [new Blob(), zip]) {
      const all = wholeFile(
        () => Promise.resolve({ file, next: null, leftOut: 2 }),
        () => undefined,
        new AbortController().signal,
      );
      await expect(all).rejects.toMatchObject({ code: 'unsupported' });
    }
  });
});
