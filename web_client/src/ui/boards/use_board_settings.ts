import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo, type Inputs } from 'preact/hooks';
import type { BoardSettings } from '../../board/board';
import { useServices } from '../services/services';

/** The visitor's settings of boards, with `more` of the page in their place; `inputs`: what `more` depends on but signals. */
export function useBoardSettings(
  more: () => Partial<BoardSettings>,
  inputs: Inputs = [],
): ReadonlySignal<Partial<BoardSettings>> {
  const { settings } = useServices().preferences;
  return useMemo(
    () =>
      computed(() => {
        const { language, pieceSet, coordinates, animate, targets, placing } = settings.value;
        return { language, pieceSet, coordinates, animate, targets, placing, ...more() };
      }),
    inputs,
  );
}
