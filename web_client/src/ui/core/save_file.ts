/** An address that is no longer used holds memory; some browsers read it late. */
const KEPT_MS = 60_000;

/**
 * Offers `file` to keep. Where it goes, and whether at all, is the browser's and the visitor's to say; nothing is
 * told of it.
 */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
