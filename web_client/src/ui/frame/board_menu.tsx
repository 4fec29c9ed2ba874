import style from '../../style/board_menu.css?inline';
import { settingsWords as words } from '../../i18n/areas/settings_words';
import type { GameView } from '../../games/kit/game';
import { Panel } from '../parts/panel';
import { PieceIcon } from '../boards/piece_icon';
import { Switch } from '../parts/segment';
import { adoptStyles } from '../core/style';
import { useServices } from '../services/services';
import { choices } from '../services/settings';
import { SettingChoice } from './setting_choice';

adoptStyles(style);

export { words, BoardMenu as view };

interface Props {
  readonly game: GameView;
  readonly onClose: () => void;
}

/** Pieces, wood and the rest, chosen at the board and seen on it at once. */
function BoardMenu({ game, onClose }: Props) {
  const { t } = useServices().preferences;
  return (
    <Panel class="board-menu" title={t('settings.boardMenu')} onClose={onClose}>
      {game.loadPieceSet && <PieceSets game={game} />}
      <BoardChoices />
    </Panel>
  );
}

/** Each set by three of its pieces, which draw the usual set until their own outlines are here. */
function PieceSets({ game }: { game: GameView }) {
  const { preferences } = useServices();
  const { t } = preferences;
  const chosen = preferences.settings.value.pieceSet;
  return (
    <div class="piece-sets" role="radiogroup" aria-label={t('choice.pieces')}>
      {choices.pieceSet.map((set) => (
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
              <PieceIcon
                key={kind}
                game={game}
                side={kind === 'n' ? 'second' : 'first'}
                kind={kind}
                set={set}
                size={30}
              />
            ))}
          </span>
          <small>{t(`choice.pieces.${set}`)}</small>
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
      <SettingChoice setting="boards" />
      <SettingChoice setting="placing" />
      <SettingChoice setting="confirmMoves" />
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
            label={t(`settings.on.${key}`)}
            value={settings[key]}
            onChange={(value) => preferences.change({ [key]: value })}
          />
        ))}
      </div>
    </>
  );
}
