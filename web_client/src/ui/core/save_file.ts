/** An address that is no longer used holds memory; some browsers read it late. */
const KEPT_MS = 60_000;

/** Several binary files come in one. */
export const isZip = (file: Blob): boolean => file.type === 'application/zip';

/**
 * Offers `file` to keep. Where it goes, and whether at all, is the browser's and the visitor's to say; nothing is
 * told of it.
 * @param end of its name, unless it is a zip
 */
export function saveFile(file: Blob, name: string, end: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = `${name}.${isZip(file) ? 'zip' : end}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
