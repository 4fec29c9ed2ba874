import { useEffect, useState } from 'preact/hooks';

/**
 * Draws the component again every `ms` milliseconds; not at all for null. The timer is the component's, and ends with
 * it. Browsers slow it down on hidden pages.
 */
export function useTicker(ms: number | null): void {
  const [, draw] = useState(0);
  useEffect(() => {
    if (ms === null) return;
    const timer = setInterval(() => draw((n) => n + 1), ms);
    return () => clearInterval(timer);
  }, [ms]);
}
