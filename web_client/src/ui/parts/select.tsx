interface Props {
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  /** What is written for an option; itself, if absent. */
  readonly nameOf?: (option: string) => string;
  readonly onChange: (option: string) => void;
}

/** One of several, of which only the chosen one is in sight, after its label. */
export const Select = ({ label, value, options, nameOf = (option) => option, onChange }: Props) => (
  <label class="row">
    {label}
    <select class="input small" value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {options.map((option) => (
        <option key={option} value={option}>
          {nameOf(option)}
        </option>
      ))}
    </select>
  </label>
);
