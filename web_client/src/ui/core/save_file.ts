/** An address that is no longer used holds memory; some browsers read it late. */
const KEPT_MS = 60_000;

/** Offers `file` to keep. */
export function saveFile(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT_MS);
}
