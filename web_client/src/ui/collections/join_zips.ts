// Zips of the server as one: their files one after another, then their directories, whose rows say where a file begins.
// APPNOTE 4.3; the server writes no comments, no extra fields, and names that stand once.

const END_BYTES = 22;
const ROW_BYTES = 46;
/** A count of files has 16 bits. */
const MOST_FILES = 65_535;

interface Archive {
  readonly files: BlobPart[];
  readonly rows: BlobPart[];
  offset: number;
  rowBytes: number;
  count: number;
}

const emptyArchive = (): Archive => ({ files: [], rows: [], offset: 0, rowBytes: 0, count: 0 });

function add(archive: Archive, bytes: Uint8Array<ArrayBuffer>): void {
  const view = new DataView(bytes.buffer);
  const end = bytes.length - END_BYTES;
  const directory = view.getUint32(end + 16, true);
  for (let row = directory; row < end; row += ROW_BYTES + view.getUint16(row + 28, true))
    view.setUint32(row + 42, view.getUint32(row + 42, true) + archive.offset, true);
  archive.files.push(bytes.subarray(0, directory));
  archive.rows.push(bytes.subarray(directory, end));
  archive.offset += directory;
  archive.rowBytes += end - directory;
  archive.count += countOf(view);
}

const countOf = (view: DataView): number => view.getUint16(view.byteLength - END_BYTES + 10, true);

function finish({ files, rows, offset, rowBytes, count }: Archive): Blob {
  const end = new DataView(new ArrayBuffer(END_BYTES));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, count, true);
  end.setUint16(10, count, true);
  end.setUint32(12, rowBytes, true);
  end.setUint32(16, offset, true);
  return new Blob([...files, ...rows, end], { type: 'application/zip' });
}

/** As few as hold all. */
export async function joinZips(parts: readonly Blob[]): Promise<readonly Blob[]> {
  let archive = emptyArchive();
  const archives = [archive];
  for (const part of parts) {
    const bytes = new Uint8Array(await part.arrayBuffer());
    if (archive.count + countOf(new DataView(bytes.buffer)) > MOST_FILES)
      archives.push((archive = emptyArchive()));
    add(archive, bytes);
  }
  return archives.map(finish);
}
