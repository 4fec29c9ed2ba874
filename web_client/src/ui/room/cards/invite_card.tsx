import style from '../../../style/invite_card.css?inline';
import { partsWords } from '../../../i18n/areas/parts_words';
import { settingsWords } from '../../../i18n/areas/settings_words';
import { together } from '../../../i18n/together';
import { useState } from 'preact/hooks';
import { qrUrl } from '../../../protocol/records';
import { isSeated } from '../../../protocol/types';
import { copyText } from '../../core/copy';
import { NameField } from '../../parts/name_field';
import { usePlayerName } from '../../parts/player_name';
import { RoomIcon } from '../../parts/room_icon';
import { RouteLink } from '../../parts/route_link';
import { adoptStyles } from '../../core/style';
import { useServices } from '../../services/services';
import { useTerms } from './info_card';
import type { RoomController } from '../model/room_controller';
import { useSelector } from '../model/use_selector';

adoptStyles(style);

/** Why a name will not do is said where names are set. */
const words = together(partsWords, settingsWords);

export { words, InviteCard as view };

const COPIED_MS = 2_000;

/** Of a room that waits for its second player. */
function InviteCard({ ctrl }: { ctrl: RoomController }) {
  const { you, code = '', rated } = useSelector(ctrl, ({ full }) => full);
  return you === null ? <FreeSeat ctrl={ctrl} /> : <Invitation code={code} rated={rated} />;
}

/** For spectators of a room that waits: who invites to what, and the free seat, with a name or without. */
function FreeSeat({ ctrl }: { ctrl: RoomController }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const nameOf = usePlayerName();
  const terms = useTerms(ctrl);
  const { game, gameId, players, rated } = useSelector(ctrl, ({ full }) => full);
  const host = players.find(isSeated);
  const user = account.user.value;
  const isGuest = user?.guest !== false;
  const sitDown = (name: string): void => ctrl.model.sitDown(name);
  return (
    <section class="invite" aria-labelledby="ask-title">
      <h2 id="ask-title">{host ? t('ask.title', { name: nameOf(host) }) : t('ask.free')}</h2>
      <p>{[t(`game.${game}`), ...terms].join(' · ')}</p>
      {isGuest && !rated && (
        <NameField
          id="ask-name"
          label={t('settings.name')}
          initial=""
          action={t('ask.go')}
          onName={sitDown}
        />
      )}
      {isGuest && rated ? (
        <RouteLink class="button" to={{ page: 'account', from: { page: 'room', gameId } }}>
          {t('refusal.account')}
        </RouteLink>
      ) : (
        <button class="button" onClick={() => sitDown(account.name ?? '')}>
          {t('ask.skip', { name: user?.name ?? '' })}
        </button>
      )}
    </section>
  );
}

/** How a friend gets in: link, code and QR code. */
function Invitation({ code, rated }: { code: string; rated: boolean }) {
  const { t } = useServices().preferences;
  const link = `${location.origin}/r/${code}`;
  return (
    <section class="invite" aria-label={t('room.invite')}>
      <h2>
        <RoomIcon name="share" /> {t('room.invite')}
      </h2>
      <p class="caption">{t('room.waiting.intro')}</p>
      {rated && <p class="caption">{t('refusal.account')}</p>}
      {isLonely(location.hostname) && (
        <p class="caption" role="note">
          {t('room.lonely', { host: location.host })}
        </p>
      )}
      <div class="invite-body">
        <img class="qr" src={qrUrl(code)} width="148" height="148" alt={`QR ${link}`} />
        <div class="invite-words">
          <span class="caption">{t('room.codeLabel')}</span>
          <b class="code">{code}</b>
          <CopyButton text={link} />
          {'share' in navigator && (
            <button class="button" onClick={() => void navigator.share({ url: link }).catch(() => undefined)}>
              <RoomIcon name="share" size={16} /> {t('room.share')}
            </button>
          )}
        </div>
      </div>
      <input
        class="input"
        readOnly
        value={link}
        aria-label={t('room.copy')}
        onFocus={(e) => e.currentTarget.select()}
      />
    </section>
  );
}

/** An address by which a machine reaches only itself. */
const isLonely = (host: string): boolean => /^(localhost|127\.[\d.]+|\[::1\])$/.test(host);

/** Says for two seconds that it has copied; nothing where the browser did not let it. */
function CopyButton({ text }: { text: string }) {
  const { t } = useServices().preferences;
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    setCopied(await copyText(text));
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <button class={`button ${copied ? 'jade' : ''}`} onClick={() => void copy()}>
      <RoomIcon name={copied ? 'check' : 'copy'} size={16} /> {t(copied ? 'room.copied' : 'room.copy')}
    </button>
  );
}
