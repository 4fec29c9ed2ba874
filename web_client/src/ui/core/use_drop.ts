import { useEffect, useState } from 'preact/hooks';
import { useLatest } from './use_latest';

/** Takes files that are dropped anywhere on the page, where a browser would leave it for the file. Whether some are held
 *  over it now. */
export function useDrop(onFiles: ((files: readonly File[]) => void) | null): boolean {
  const [over, setOver] = useState(false);
  const latest = useLatest(onFiles);
  const isOpen = onFiles !== null;
  useEffect(() => {
    if (!isOpen) return;
    const hold = (event: DragEvent): void => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent): void => {
      // To another element of the page: not away from it.
      if (event.relatedTarget === null) setOver(false);
    };
    const take = (event: DragEvent): void => {
      setOver(false);
      const files = [...(event.dataTransfer?.files ?? [])];
      if (files.length === 0) return;
      event.preventDefault();
      latest.current?.(files);
    };
    addEventListener('dragover', hold);
    addEventListener('dragleave', leave);
    addEventListener('drop', take);
    return () => {
      removeEventListener('dragover', hold);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', take);
    };
  }, [isOpen]);
  return over;
}
