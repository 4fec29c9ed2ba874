import style from '../../style/invite_card.css?inline';
import { partsWords as words } from '../../i18n/parts_words';
import { useState } from 'preact/hooks';
import { qrUrl } from '../../protocol/records';
import { copyText } from '../parts/copy';
import { RoomIcon } from '../parts/room_icon';
import { adopt } from '../parts/style';
import { useServices } from '../services/services';

adopt(style);

export { words, InviteCard as view };

const COPIED_MS = 2_000;

/** How a friend gets in: link, code and QR code of a room that waits. */
function InviteCard({ code }: { code: string }) {
  const { t } = useServices().preferences;
  const link = `${location.origin}/r/${code}`;
  return (
    <section class="invite" aria-label={t('room.invite')}>
      <h2>
        <RoomIcon name="share" /> {t('room.invite')}
      </h2>
      <p class="caption">{t('room.waiting.intro')}</p>
      {isLonely(location.hostname) && (
        <p class="caption lonely" role="note">
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
