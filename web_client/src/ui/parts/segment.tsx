import type { ComponentChildren } from 'preact';

interface SegmentProps<T extends string> {
  readonly label: string;
  readonly options: readonly (readonly [value: T, text: ComponentChildren])[];
  readonly value: T;
  readonly onChange: (value: T) => void;
}

/** One of a few, all in sight: a row of radio buttons. */
export function Segment<T extends string>({ label, options, value, onChange }: SegmentProps<T>) {
  return (
    <div class="segment" role="radiogroup" aria-label={label}>
      {options.map(([option, text]) => (
        <label key={option} class={option === value ? 'on' : ''}>
          <input type="radio" class="hidden" checked={option === value} onChange={() => onChange(option)} />
          {text}
        </label>
      ))}
    </div>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly value: boolean;
  readonly onChange: (value: boolean) => void;
}

export function Switch({ label, value, onChange }: SwitchProps) {
  return (
    <label class="switch">
      <span>{label}</span>
      <input type="checkbox" role="switch" checked={value} onChange={() => onChange(!value)} />
    </label>
  );
}
