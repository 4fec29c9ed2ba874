import style from '../../../style/text_board.css?inline';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import type { GameView, Piece, Position } from '../../../games/kit/game';
import { adoptStyles } from '../../core/style';
import { useServices } from '../../services/services';
import type { RoomController } from '../model/room_controller';

adoptStyles(style);

export { words, TextBoard as view };

/** One letter a piece: capitals and X for the first side, so that it can be read, copied and spoken without colours. */
function letterOf(game: GameView, piece: Piece | undefined): string {
  if (!piece) return '·';
  if (game.playerIcon === 'piece') return piece.side === 'first' ? 'X' : 'O';
  return piece.side === 'first' ? piece.kind.toUpperCase() : piece.kind;
}

/** The position as a table of letters, for screen readers, braille and low vision. */
function TextBoard({ ctrl, game }: { ctrl: RoomController; game: GameView }) {
  const { t } = useServices().preferences;
  const shown = ctrl.state.value.position;
  const { pieces }: Position = typeof shown === 'string' ? game.parsePosition(shown) : shown;
  const rows = game.geometry.rows(ctrl.settings.value.flipped ?? false);
  const side = (which: 'first' | 'second'): string => t(`side.${game.id}.${which}`);
  return (
    <table class="text-board card">
      <caption class="caption">
        {t('label.of', {
          label: t('room.textBoard'),
          text: t('room.textBoard.about', { first: side('first'), second: side('second') }),
        })}
      </caption>
      <thead>
        <tr>
          <td />
          {rows[0]?.map((square) => (
            <th key={square} scope="col">
              {square.charAt(0)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            <th scope="row">{row[0]?.slice(1)}</th>
            {row.map((square) => (
              <td key={square}>{letterOf(game, pieces.get(square))}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
