import type { Board } from '../../board/board';
import { Refusal } from '../../protocol/connection';
import { BoardView } from '../boards/board_view';
import { explainIllegalLater } from '../boards/explain_later';
import { useServices } from '../services/services';
import { TextBoard } from './cards/later';
import { ResultPlate } from './result/later';
import type { Sheets } from './model/sheets';
import type { RoomController } from './model/room_controller';

/** What the parts of a room are made of. */
export interface LayoutProps {
  readonly ctrl: RoomController;
  readonly sheets: Sheets;
  readonly board: { current: Board | null };
  /** Whether the visitor is a host of this room. */
  readonly canModerate: boolean;
  readonly waiting: boolean;
  readonly over: boolean;
  readonly narrow: boolean;
  readonly wide: boolean;
}

/** The board, and on it what its end was. */
export function RoomBoard({ ctrl, board }: Pick<LayoutProps, 'ctrl' | 'board'>) {
  const services = useServices();
  const { preferences, toasts } = services;
  const { t } = preferences;
  const { game, model } = ctrl;
  const why = (move: string): void => {
    const { full, moves } = ctrl.room.value;
    // The frame on the board shows the reason already: no question to the server.
    if (ctrl.area) toasts.showError(new Refusal('illegal_move', '', 'opening'));
    else explainIllegalLater(services, full, moves, move);
  };
  return (
    <section class="room-board" aria-label={t('settings.board')}>
      <BoardView
        game={game}
        state={ctrl.state}
        settings={ctrl.settings}
        onMove={(move) => ctrl.move(move)}
        onCancel={() => model.command({ do: 'withdrawPremove' })}
        onIllegal={why}
        onPending={(pending) => ctrl.setPlacing(pending)}
        onReady={(ready) => (board.current = ready)}
      />
      {ctrl.isResultShown.value && <ResultPlate ctrl={ctrl} />}
      {preferences.settings.value.textBoard && <TextBoard ctrl={ctrl} game={game} />}
    </section>
  );
}
