import style from '../../style/board_menu.css?inline';
import { useRef } from 'preact/hooks';
import { settingsWords as words } from '../../i18n/settings_words';
import type { GameView } from '../../games/kit/game';
import { pieceSets } from '../../games/kit/game';
import { Icon } from '../parts/icon';
import { PieceMark } from '../parts/piece_mark';
import { Segment, Switch } from '../parts/segment';
import { adopt } from '../parts/style';
import { useDismiss } from '../parts/use_dismiss';
import { useServices } from '../services/services';

adopt(style);

export { words, BoardMenu as view };

interface Props {
  readonly game: GameView;
  readonly onClose: () => void;
}

/** Pieces, wood and the rest, chosen at the board and seen on it at once. */
function BoardMenu({ game, onClose }: Props) {
  const { t } = useServices().preferences;
  const panel = useRef<HTMLElement>(null);
  useDismiss(panel, onClose);
  return (
    <section
      ref={panel}
      class="board-menu card popup"
      tabIndex={-1}
      role="dialog"
      aria-label={t('settings.boardMenu')}
    >
      <h2>
        {t('settings.boardMenu')}
        <span class="space" />
        <button class="icon-button" aria-label={t('settings.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </h2>
      {game.dress && <PieceSets game={game} />}
      <BoardChoices />
    </section>
  );
}

function PieceSets({ game }: { game: GameView }) {
  const { preferences } = useServices();
  const { t } = preferences;
  const chosen = preferences.settings.value.pieceSet;
  return (
    <div class="piece-sets" role="radiogroup" aria-label={t('settings.pieces')}>
      {pieceSets.map((set) => (
        <label key={set} class={set === chosen ? 'on' : ''}>
          <input
            type="radio"
            name="pieces"
            class="hidden"
            checked={set === chosen}
            onChange={() => preferences.change({ pieceSet: set })}
          />
          <span class="row">
            {(['k', 'n', 'c'] as const).map((kind) => (
              <PieceMark
                key={kind}
                game={game}
                side={kind === 'n' ? 'second' : 'first'}
                kind={kind}
                set={set}
                size={30}
              />
            ))}
          </span>
          <small>{t(`settings.pieces.${set}`)}</small>
        </label>
      ))}
    </div>
  );
}

/** What every board has: its material, and what is shown on it. Used by the panel of settings, too. */
export function BoardChoices() {
  const { preferences } = useServices();
  const { t } = preferences;
  const settings = preferences.settings.value;
  return (
    <>
      <div class="field">
        <span>{t('settings.boards')}</span>
        <Segment
          label={t('settings.boards')}
          options={(['wood', 'rosewood', 'paper'] as const).map((boards) => [
            boards,
            t(`settings.boards.${boards}`),
          ])}
          value={settings.boards}
          onChange={(boards) => preferences.change({ boards })}
        />
      </div>
      <div class="field">
        <span>{t('settings.placing')}</span>
        <Segment
          label={t('settings.placing')}
          options={(['auto', 'direct', 'confirm'] as const).map((way) => [way, t(`settings.placing.${way}`)])}
          value={settings.placing}
          onChange={(placing) => preferences.change({ placing })}
        />
      </div>
      <div class="field">
        <span>{t('settings.confirmMoves')}</span>
        <Segment
          label={t('settings.confirmMoves')}
          options={(['never', 'days', 'always'] as const).map((when) => [
            when,
            t(`settings.confirmMoves.${when}`),
          ])}
          value={settings.confirmMoves}
          onChange={(confirmMoves) => preferences.change({ confirmMoves })}
        />
      </div>
      <div class="switches">
        {(
          [
            'targets',
            'coordinates',
            'animate',
            'premove',
            'shortcuts',
            'textBoard',
            'thoughts',
            'blueOrange',
          ] as const
        ).map((key) => (
          <Switch
            key={key}
            label={t(`settings.${key}`)}
            value={settings[key]}
            onChange={(value) => preferences.change({ [key]: value })}
          />
        ))}
      </div>
    </>
  );
}
