import style from '../../style/settings_panel.css?inline';
import { settingsWords as words } from '../../i18n/areas/settings_words';
import { languageNames, languageTags } from '../../i18n/languages';
import { NameField } from '../parts/name_field';
import { Panel } from '../parts/panel';
import { Segment, Switch } from '../parts/segment';
import { adoptStyles } from '../core/style';
import { canVibrate } from '../core/vibrate';
import { useServices } from '../services/services';
import { BoardChoices } from './board_menu';
import { SettingChoice } from './setting_choice';

adoptStyles(style);

export { words, SettingsPanel as view };

/** Of a guest: the name of an account stays. */
function OwnName() {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const { name: current = '', guest = true } = account.user.value ?? {};
  if (!guest) return null;
  return (
    <NameField
      key={current}
      id="my-name"
      label={t('settings.name')}
      initial={current}
      action={t('settings.save')}
      onName={(name) => account.rename(name)}
    />
  );
}

/** Language, theme and pieces: what is wanted first. */
function Choices() {
  const { preferences } = useServices();
  const { t } = preferences;
  const settings = preferences.settings.value;
  return (
    <>
      <div class="field">
        <span>{t('top.language')}</span>
        <Segment
          label={t('top.language')}
          options={languageTags.map((tag) => [tag, <span lang={tag}>{languageNames[tag]}</span>] as const)}
          value={settings.language}
          onChange={(language) => preferences.change({ language })}
        />
      </div>
      <SettingChoice setting="theme" />
      <SettingChoice setting="pieceSet" called="pieces" />
    </>
  );
}

/** What the browser cannot do is not offered. */
function Switches() {
  const { account, preferences, toasts } = useServices();
  const { t } = preferences;
  const settings = preferences.settings.value;
  const isGuest = account.user.value?.guest !== false;
  /**
   * Asked for only here, by the visitor's own click. Some browsers show their question at a click only, and all
   * remember a refusal.
   */
  const notify = async (on: boolean): Promise<void> => {
    const allowed = on && 'Notification' in window && (await Notification.requestPermission()) === 'granted';
    preferences.change({ notify: allowed });
    if (on && !allowed) toasts.show(t('settings.notify.denied'), 'bad');
  };
  return (
    <div class="switches">
      <Switch
        label={t('settings.sound')}
        value={settings.sound}
        onChange={(sound) => preferences.change({ sound })}
      />
      {settings.sound && (
        <label class="switch">
          <span>{t('settings.volume')}</span>
          <input
            type="range"
            min="0"
            max="1"
            step="0.05"
            value={settings.volume}
            onInput={(event) => preferences.change({ volume: event.currentTarget.valueAsNumber })}
          />
        </label>
      )}
      {canVibrate() && (
        <Switch
          label={t('settings.vibrate')}
          value={settings.vibrate}
          onChange={(vibrate) => preferences.change({ vibrate })}
        />
      )}
      {'wakeLock' in navigator && (
        <Switch
          label={t('settings.awake')}
          value={settings.awake}
          onChange={(awake) => preferences.change({ awake })}
        />
      )}
      <Switch label={t('settings.notify')} value={settings.notify} onChange={(on) => void notify(on)} />
      {!isGuest && !window.isSecureContext && <small>{t('settings.notify.https')}</small>}
    </div>
  );
}

/** Everything that this device remembers. Opens below the bar and does not stop the game behind it. */
function SettingsPanel({ onClose }: { onClose: () => void }) {
  const { t } = useServices().preferences;
  return (
    <Panel class="settings" title={t('top.settings')} onClose={onClose}>
      <OwnName />
      <Choices />
      <BoardChoices />
      <Switches />
    </Panel>
  );
}
