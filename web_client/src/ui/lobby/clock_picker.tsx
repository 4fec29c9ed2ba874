import { useState } from 'preact/hooks';
import type { TimeControl } from '../../protocol/types';
import { speedOf } from '../../state/time_control';
import { useWords } from '../services/services';
import { clockName, clocks, customTime, type CustomTime } from './setup';

export { ClockPicker as view };

interface Props {
  readonly id: string;
  readonly value: TimeControl | null;
  readonly onChange: (time: TimeControl | null) => void;
}

const fields = [
  ['minutes', 'time.minutes', 180, 0.5],
  ['increment', 'time.increment', 180, 1],
  ['byoyomi', 'time.byoyomi', 300, 1],
  ['periods', 'time.periods', 20, 1],
  ['perMove', 'time.perMove', 3600, 1],
] as const;

/** A clock from the list, none at all, or one of one's own. */
function ClockPicker({ id, value, onChange }: Props) {
  const { t } = useWords();
  const [custom, setCustom] = useState<CustomTime | null>(null);
  const pick = (name: string): void => {
    if (name === 'custom') {
      type({ minutes: 10, increment: 0, byoyomi: 30, periods: 3, perMove: 0 });
      return;
    }
    setCustom(null);
    onChange(clocks.find((time) => clockName(time) === name) ?? null);
  };
  const type = (typed: CustomTime): void => {
    setCustom(typed);
    onChange(customTime(typed));
  };
  return (
    <div class="clock-picker">
      <label for={id} class="muted">
        {t('time.label')}
      </label>
      <select
        id={id}
        class="input small"
        value={custom ? 'custom' : clockName(value)}
        onChange={(event) => pick(event.currentTarget.value)}
      >
        <option value="none">{t('time.unlimited')}</option>
        {clocks.map((time) => (
          <option key={clockName(time)} value={clockName(time)}>
            {time.days === undefined ? clockName(time) : t('time.days', { n: time.days })} ·{' '}
            {t(`time.${speedOf(time)}`)}
          </option>
        ))}
        <option value="custom">{t('time.custom')}</option>
      </select>
      {custom && (
        <div class="custom-time">
          {fields.map(([key, label, max, step]) => (
            <label key={key}>
              {t(label)}
              <input
                class="input"
                type="number"
                inputMode="decimal"
                min="0"
                max={max}
                step={step}
                value={custom[key]}
                onInput={(event) =>
                  type({ ...custom, [key]: Math.min(max, event.currentTarget.valueAsNumber || 0) })
                }
              />
            </label>
          ))}
        </div>
      )}
    </div>
  );
}
