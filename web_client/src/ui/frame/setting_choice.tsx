import { choices } from '../services/settings';
import { Segment } from '../parts/segment';
import { useServices } from '../services/services';

interface Props<K extends keyof typeof choices> {
  readonly setting: K;
  /** What it is called in the words, where that is another name. */
  readonly called?: string;
}

/** One of the settings of which all values are in sight. */
export function SettingChoice<K extends keyof typeof choices>({ setting, called = setting }: Props<K>) {
  const { preferences } = useServices();
  const { named, settings } = preferences;
  const label = named('choice', called);
  return (
    <div class="field">
      <span>{label}</span>
      <Segment
        label={label}
        options={choices[setting].map((value) => [value, named(`choice.${called}`, value)])}
        value={settings.value[setting]}
        onChange={(value) => preferences.change({ [setting]: value })}
      />
    </div>
  );
}
