import { useRef } from 'preact/hooks';

/** What was given with the last drawing, for whatever was set up with an earlier one. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  latest.current = value;
  return latest;
}
