import style from '../../style/room_menu.css?inline';
import { useRef } from 'preact/hooks';
import { partsWords as words } from '../../i18n/parts_words';
import type { GameView } from '../../games/kit/game';
import { Icon } from './icon';
import { adopt } from './style';
import { useDismiss } from './use_dismiss';
import { useWords } from '../services/services';

adopt(style);

export { words, KeysPanel as view };

interface Props {
  readonly of: keyof typeof keys;
  readonly game: GameView;
  readonly onClose: () => void;
}

/** As useRoomKeys and useReplayKeys have them. */
const keys = {
  room: [
    ['← → Home End', 'keys.step'],
    ['/', 'room.type'],
    ['c', 'keys.clocks'],
    ['f', 'keys.flip'],
    ['z', 'keys.zen'],
    ['Esc', 'keys.escape'],
  ],
  replay: [
    ['← → ↑ ↓ Home End', 'keys.step'],
    ['Space', 'replay.play'],
    ['f', 'keys.flip'],
  ],
} as const;

/** What keys do on a page with a board. */
function KeysPanel({ of, game, onClose }: Props) {
  const { t } = useWords();
  const panel = useRef<HTMLElement>(null);
  useDismiss(panel, onClose);
  const letters = Object.keys(game.letters ?? {}).map((letter) => letter.toUpperCase());
  const row = (key: string, meaning: string) => (
    <div key={key}>
      <dt>
        {key.split(' ').map((one) => (
          <kbd key={one}>{one}</kbd>
        ))}
      </dt>
      <dd>{meaning}</dd>
    </div>
  );
  return (
    <section
      class="keys-panel card popup"
      ref={panel}
      tabIndex={-1}
      role="dialog"
      aria-label={t('keys.title')}
    >
      <h2>
        {t('keys.title')}
        <span class="space" />
        <button class="icon-button" aria-label={t('settings.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </h2>
      <dl>{keys[of].map(([key, meaning]) => row(key, t(meaning)))}</dl>
      <h3>{t('keys.board')}</h3>
      <dl>
        {row('← → ↑ ↓ Enter', t('keys.cells'))}
        {letters.length > 0 && row('Shift A–Z', t('keys.letters', { letters: letters.join(' ') }))}
      </dl>
    </section>
  );
}
