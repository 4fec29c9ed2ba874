import { isNotFound } from '../../protocol/connection';
import { changePushSettings, fetchPushSettings, type PushSettings } from '../../protocol/people';
import { useAsync } from '../core/use_async';
import { useKept } from '../core/use_kept';
import { LoadError } from '../parts/load_error';
import { Switch } from '../parts/segment';
import { useServices } from '../services/services';
import { Mail } from './mail';
import { OpenedCard } from './results';

const kinds = ['turn', 'round', 'challenge'] as const;
const NIGHT = { quietFrom: 22 * 60, quietUntil: 7 * 60 };

/** Of which push messages come, and when not; and mail. */
export function NoticesCard() {
  const { t } = useServices().preferences;
  return (
    <OpenedCard
      title={t('notice.title')}
      content={() => (
        <>
          <Notices />
          <Mail />
        </>
      )}
    />
  );
}

function Notices() {
  const { account, preferences } = useServices();
  const { value, error, retry } = useAsync(() => fetchPushSettings(account.token), []);
  if (isNotFound(error)) return <p class="empty">{preferences.t('notice.none')}</p>;
  if (error !== null) return <LoadError error={error} onRetry={retry} />;
  if (value === null) return <div class="space" aria-busy="true" />;
  return <Choices before={value} />;
}

function Choices({ before }: { before: PushSettings }) {
  const { t } = useServices().preferences;
  const [settings, choose] = useKept(before, changePushSettings);
  const change = (part: Partial<PushSettings>): void =>
    choose((wanted) => ({ ...wanted, ...part, zone: -new Date().getTimezoneOffset() }));
  const isQuiet = settings.quietFrom !== settings.quietUntil;
  return (
    <div class="switches">
      <p class="muted">{t('notice.hint', { name: t('settings.notify') })}</p>
      {kinds.map((kind) => (
        <Switch
          key={kind}
          label={t(`notice.of.${kind}`)}
          value={settings[kind]}
          onChange={(on) => change({ [kind]: on })}
        />
      ))}
      <Switch
        label={t('notice.quiet')}
        value={isQuiet}
        onChange={(on) => change(on ? NIGHT : { quietFrom: 0, quietUntil: 0 })}
      />
      {isQuiet && (
        <div class="row wrap">
          <Time
            label={t('notice.from')}
            value={settings.quietFrom}
            onChange={(quietFrom) => quietFrom !== settings.quietUntil && change({ quietFrom })}
          />
          <Time
            label={t('notice.until')}
            value={settings.quietUntil}
            onChange={(quietUntil) => quietUntil !== settings.quietFrom && change({ quietUntil })}
          />
        </div>
      )}
    </div>
  );
}

const twoDigits = (n: number): string => `${n}`.padStart(2, '0');

interface TimeProps {
  readonly label: string;
  /** Minutes of the day. */
  readonly value: number;
  readonly onChange: (value: number) => void;
}

function Time({ label, value, onChange }: TimeProps) {
  const chosen = (text: string): void => {
    const [hours = NaN, minutes = NaN] = text.split(':').map(Number);
    if (hours * 60 + minutes >= 0) onChange(hours * 60 + minutes); // Not while one is left out.
  };
  return (
    <label class="row">
      {label}
      <input
        class="input"
        type="time"
        value={`${twoDigits(Math.floor(value / 60))}:${twoDigits(value % 60)}`}
        onChange={(event) => chosen(event.currentTarget.value)}
      />
    </label>
  );
}
