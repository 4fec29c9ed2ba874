import type { Settings } from '../services/settings';
import { Segment } from '../parts/segment';
import { useServices } from '../services/services';

interface Props<K extends keyof Settings> {
  readonly of: K;
  /** What it is called in the words, where that is another name. */
  readonly called?: string;
  readonly values: readonly (Settings[K] & string)[];
}

/** One of the settings, of which a few values are in sight. */
export function SettingChoice<K extends keyof Settings>({ of, called = of, values }: Props<K>) {
  const { preferences } = useServices();
  const { named, settings } = preferences;
  const label = named('settings', called);
  return (
    <div class="field">
      <span>{label}</span>
      <Segment
        label={label}
        options={values.map((value) => [value, named(`settings.${called}`, value)])}
        value={settings.value[of] as Settings[K] & string}
        onChange={(value) => preferences.change({ [of]: value })}
      />
    </div>
  );
}
