import { computed } from '@preact/signals';
import { RoomIcon } from '../../parts/room_icon';
import { useWords } from '../../services/services';
import type { RoomController } from '../model/room_controller';

/** Leads through the moves that were made. */
export function StepButtons({ ctrl }: { ctrl: RoomController }) {
  const { t } = useWords();
  const { model } = ctrl;
  const atStart = computed(() => model.shownPly.value === 0).value;
  const atEnd = computed(() => model.browsed.value === null).value;
  const steps = [
    ['first', 'moves.first', () => 0, atStart],
    ['previous', 'moves.previous', () => model.shownPly.value - 1, atStart],
    ['next', 'moves.next', () => model.shownPly.value + 1, atEnd],
    ['last', 'moves.last', () => Infinity, atEnd],
  ] as const;
  return (
    <div class="steps">
      {steps.map(([icon, label, ply, disabled]) => (
        <button
          key={icon}
          disabled={disabled}
          aria-label={t(label)}
          title={t(label)}
          onClick={() => model.browse(ply())}
        >
          <RoomIcon name={icon} />
        </button>
      ))}
    </div>
  );
}
