import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { gameNames, type GameName } from '../../protocol/types';
import type { Preferences } from '../services/preferences';

interface SegmentProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, text: ComponentChildren])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
  /** How it looks. */
  readonly class?: string;
}

/** One of a few, all in sight: a row of radio buttons. */
export function Segment<T extends string>({
  label,
  options,
  value,
  onChange,
  class: look = 'segment',
}: SegmentProps<T>) {
  // Only a name makes them one group, through which arrows lead and which is one stop of Tab.
  const [name] = useState(Math.random);
  return (
    <div class={look} role="radiogroup" aria-label={label}>
      {options.map(([option, text]) => (
        <label key={option} class={option === value ? 'on' : ''}>
          <input
            type="radio"
            name={`${name}`}
            class="hidden"
            checked={option === value}
            onChange={() => onChange(option)}
          />
          {text}
        </label>
      ))}
    </div>
  );
}

/** The games by their names, to choose from. */
export const gameOptions = (t: Preferences['t']): (readonly [GameName, string])[] =>
  gameNames.map((game) => [game, t(`game.${game}`)]);

interface SwitchProps {
  readonly label: string;
  readonly value: boolean;
  readonly disabled?: boolean;
  readonly onChange: (value: boolean) => void;
}

/** A checkbox that screen readers call a switch. */
export function Switch({ label, value, disabled, onChange }: SwitchProps) {
  return (
    <label class="switch">
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        checked={value}
        disabled={disabled}
        onChange={() => onChange(!value)}
      />
    </label>
  );
}
