import style from '../../style/room_menu.css?inline';
import { partsWords as words } from '../../i18n/areas/parts_words';
import type { GameView } from '../../games/kit/game';
import { Panel } from './panel';
import { adoptStyles } from '../core/style';
import { useWords } from '../services/services';

adoptStyles(style);

export { words, KeysPanel as view };

interface Props {
  readonly page: keyof typeof keys;
  readonly game: GameView;
  readonly onClose: () => void;
}

/** As useRoomKeys and useReplayKeys have them. */
const keys = {
  room: [
    ['← → Home End', 'keys.step'],
    ['/', 'room.type'],
    ['c', 'keys.clocks'],
    ['f', 'do.flip'],
    ['z', 'keys.zen'],
    ['Esc', 'keys.escape'],
  ],
  replay: [
    ['← → ↑ ↓ Home End', 'keys.step'],
    ['Space', 'replay.play'],
    ['f', 'do.flip'],
  ],
} as const;

/** What keys do on a page with a board. */
function KeysPanel({ page, game, onClose }: Props) {
  const { t } = useWords();
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
    <Panel class="keys-panel" title={t('keys.title')} onClose={onClose}>
      <dl>{keys[page].map(([key, meaning]) => row(key, t(meaning)))}</dl>
      <h3>{t('keys.board')}</h3>
      <dl>
        {row('← → ↑ ↓ Enter', t('keys.cells'))}
        {letters.length > 0 && row('Shift A–Z', t('keys.letters', { letters: letters.join(' ') }))}
      </dl>
    </Panel>
  );
}
