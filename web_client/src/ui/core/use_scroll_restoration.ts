import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { savedScroll } from '../services/navigation';

/** Scrolls, once `isHere` first holds, to where the page was when the visitor left it; once for each visit. */
export function useScrollRestoration(isHere: boolean): void {
  const [place] = useState(savedScroll);
  const returned = useRef(false);
  useLayoutEffect(() => {
    if (!isHere || returned.current) return;
    returned.current = true;
    if (place !== null) scrollTo(0, place);
  }, [isHere]);
}
