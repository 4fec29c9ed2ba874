import { computed, type ReadonlySignal } from '@preact/signals';
import { useMemo, type Inputs } from 'preact/hooks';
import type { BoardSettings } from '../../board/board';
import { useServices } from '../services/services';

/**
 * The visitor's settings of boards on which nothing is at stake, with `more` of the page in their place: a tap places a
 * stone at once, unless each is to be confirmed. `inputs`: what `more` depends on but signals.
 */
export function useBoardSettings(
  more: () => Partial<BoardSettings>,
  inputs: Inputs = [],
): ReadonlySignal<Partial<BoardSettings>> {
  const { settings } = useServices().preferences;
  return useMemo(
    () =>
      computed(() => {
        const { language, pieceSet, coordinates, animate, targets, placing } = settings.value;
        return {
          language,
          pieceSet,
          coordinates,
          animate,
          targets,
          placing: placing === 'auto' ? 'direct' : placing,
          ...more(),
        };
      }),
    inputs,
  );
}
