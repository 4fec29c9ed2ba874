import type { Board } from '../../board/board';
import { Refusal } from '../../protocol/connection';
import { BoardView } from '../boards/board_view';
import { explainLater } from '../boards/explain_later';
import { useServices } from '../services/services';
import { TextBoard } from './cards/later';
import { ResultPlate } from './result/later';
import type { Sheets } from './model/sheets';
import type { Table } from './model/room_controller';

/** What the parts of a room are made of. */
export interface LayoutProps {
  readonly table: Table;
  readonly sheets: Sheets;
  readonly board: { current: Board | null };
  /** Whether the visitor is a host of this room. */
  readonly keepsOrder: boolean;
  readonly waiting: boolean;
  readonly over: boolean;
  readonly narrow: boolean;
  readonly wide: boolean;
}

/** The board, and on it what its end was. */
export function RoomBoard({ table, board }: Pick<LayoutProps, 'table' | 'board'>) {
  const services = useServices();
  const { preferences, toasts } = services;
  const { t } = preferences;
  const { game, model } = table;
  const why = (move: string): void => {
    const { full, moves } = table.room.value;
    if (table.area) toasts.showError(new Refusal('illegal_move', '', 'opening'));
    else explainLater(services, full, moves, move);
  };
  return (
    <section class="room-board" aria-label={t('settings.board')}>
      <BoardView
        game={game}
        state={table.state}
        settings={table.settings}
        onMove={(move) => table.move(move)}
        onCancel={() => model.command({ do: 'withdrawPremove' })}
        onIllegal={why}
        onPending={(pending) => table.place(pending)}
        onReady={(ready) => (board.current = ready)}
      />
      {table.plate.value && <ResultPlate table={table} />}
      {preferences.settings.value.textBoard && <TextBoard table={table} game={game} />}
    </section>
  );
}
