import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { scrollLeft } from '../services/navigation';

/** Who comes back to a page finds it at the place at which it was left, once what it shows is here. */
export function useReturn(isHere: boolean): void {
  const [place] = useState(scrollLeft);
  const returned = useRef(false);
  useLayoutEffect(() => {
    if (!isHere || returned.current) return;
    returned.current = true;
    if (place !== null) scrollTo(0, place);
  }, [isHere]);
}
