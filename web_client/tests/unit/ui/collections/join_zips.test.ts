import { describe, expect, it } from 'vitest';
import { joinZips } from '../../../../src/ui/collections/join_zips';

/** A zip of empty files that claims to have `count` of them, of which only the names are there. */
function zipOf(names: readonly string[], count = names.length): Blob {
  const u16 = (value: number): number[] => [value & 255, value >> 8];
  const u32 = (value: number): number[] => [...u16(value & 0xffff), ...u16(value >>> 16)];
  const files: number[] = [];
  const rows: number[] = [];
  for (const name of names) {
    const bytes = [...new TextEncoder().encode(name)];
    const facts = [...u16(20), ...u16(2048), ...u16(0), ...u32(0), ...u32(0), ...u32(0), ...u32(0)];
    const lengths = [...u16(bytes.length), ...u16(0)];
    rows.push(0x50, 0x4b, 1, 2, ...u16(20), ...facts, ...lengths, ...Array<number>(10).fill(0));
    rows.push(...u32(files.length), ...bytes);
    files.push(0x50, 0x4b, 3, 4, ...facts, ...lengths, ...bytes);
  }
  const end = [
    0x50,
    0x4b,
    5,
    6,
    ...u32(0),
    ...u16(count),
    ...u16(count),
    ...u32(rows.length),
    ...u32(files.length),
  ];
  return new Blob([new Uint8Array([...files, ...rows, ...end, ...u16(0)])], { type: 'application/zip' });
}

/** The names in the directory, each as it stands before its file. */
async function namesOf(zip: Blob): Promise<string[]> {
  const bytes = new Uint8Array(await zip.arrayBuffer());
  const view = new DataView(bytes.buffer);
  const end = bytes.length - 22;
  const names: string[] = [];
  let at = view.getUint32(end + 16, true);
  expect(at + view.getUint32(end + 12, true)).toBe(end);
  for (let left = view.getUint16(end + 10, true); left > 0; left--) {
    const local = view.getUint32(at + 42, true);
    expect(view.getUint32(local, true)).toBe(0x04034b50);
    const length = view.getUint16(local + 26, true);
    names.push(new TextDecoder().decode(bytes.subarray(local + 30, local + 30 + length)));
    at += 46 + view.getUint16(at + 28, true);
  }
  expect(at).toBe(end);
  return names;
}

describe('zips that are joined', () => {
  it('are one, with each file where its directory says', async () => {
    const [joined, ...more] = await joinZips([zipOf(['1-胡.xqf', '2.xqf']), zipOf([]), zipOf(['3.xqf'])]);
    expect(more).toEqual([]);
    expect(joined?.type).toBe('application/zip');
    expect(await namesOf(joined ?? new Blob())).toEqual(['1-胡.xqf', '2.xqf', '3.xqf']);
  });

  it('are several where one cannot count so many files', async () => {
    expect(await joinZips([zipOf([], 65_000), zipOf([], 535), zipOf([], 1)])).toHaveLength(2);
  });
});
