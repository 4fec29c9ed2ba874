import { useState } from 'preact/hooks';
import type { TimeControl } from '../../protocol/types';
import { lobbyWords as words } from '../../i18n/areas/lobby_words';
import { speedOf } from '../../state/time_control';
import { useWords } from '../services/services';
import { clockName, clocks, customTime, type CustomTime } from './clocks';

export { words, ClockPicker as view };

interface Props {
  readonly id: string;
  readonly value: TimeControl | null;
  /** Clocks that stand beside it already. */
  readonly without?: readonly TimeControl[];
  readonly onChange: (time: TimeControl | null) => void;
}

const fields = [
  ['minutes', 'time.minutes', 0, 180, 0.5],
  ['increment', 'time.increment', 0, 180, 1],
  ['byoyomi', 'time.byoyomi', 0, 300, 1],
  ['periods', 'time.periods', 1, 20, 1],
  ['perMove', 'time.perMove', 0, 3600, 1],
] as const;

const isEqual = (one: TimeControl | null, other: TimeControl | null): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

/** The nearest that a field allows: servers refuse a clock that runs backwards, or one of half a period. */
const allowed = (typed: number, min: number, max: number, step: number): number =>
  Math.min(max, Math.max(min, Math.round((typed || 0) / step) * step));

/** A clock from the list, none at all, or one of one's own. */
function ClockPicker({ id, value, without = [], onChange }: Props) {
  const { t } = useWords();
  const [typed, setTyped] = useState<CustomTime | null>(null);
  // The fields say the clock that is played: another one, chosen elsewhere, closes them.
  const custom = typed && isEqual(customTime(typed), value) ? typed : null;
  // Either increments count or periods do.
  const closed = custom && custom.byoyomi > 0 ? 'increment' : 'periods';
  const listed = clocks.filter((time) => isEqual(time, value) || !without.includes(time));
  const pick = (name: string): void => {
    if (name === 'custom') {
      type({ minutes: 10, increment: 0, byoyomi: 30, periods: 3, perMove: 0 });
      return;
    }
    setTyped(null);
    onChange(clocks.find((time) => clockName(time) === name) ?? null);
  };
  const type = (fresh: CustomTime): void => {
    setTyped(fresh);
    onChange(customTime(fresh));
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
        <option value="none">{t('speed.unlimited')}</option>
        {listed.map((time) => (
          <option key={clockName(time)} value={clockName(time)}>
            {time.days === undefined ? clockName(time) : t('time.days', { n: time.days })} ·{' '}
            {t(`speed.${speedOf(time)}`)}
          </option>
        ))}
        <option value="custom">{t('time.custom')}</option>
      </select>
      {custom && (
        <div class="custom-time">
          {fields.map(([key, label, min, max, step]) => (
            <label key={key}>
              {t(label)}
              <input
                class="input"
                type="number"
                inputMode="decimal"
                min={min}
                max={max}
                step={step}
                // Not disabled: Tab would pass over what a change is about to open.
                readOnly={key === closed}
                aria-disabled={key === closed}
                // No `value`: each drawing would put it in the place of what is half typed.
                defaultValue={custom[key]}
                onChange={({ currentTarget }) => {
                  const taken = allowed(currentTarget.valueAsNumber, min, max, step);
                  currentTarget.value = String(taken);
                  type({ ...custom, [key]: taken });
                }}
              />
            </label>
          ))}
        </div>
      )}
    </div>
  );
}
