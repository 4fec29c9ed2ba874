import { useEffect, useMemo } from 'preact/hooks';
import type { Board } from '../../board/board';
import type { GameView } from '../../games/kit/game';
import { isOver } from '../../state/room';
import { isNarrow, layout } from '../parts/layout';
import { useServices } from '../services/services';
import { columns } from './columns';
import type { RoomModel } from './room_model';
import { Sheets } from './sheets';
import { Table } from './table';
import { TabTitle } from './tab_title';
import { usePart } from './use_part';
import { useStack } from './use_stack';
import { useRoomKeys } from './use_room_keys';
import { useRoomSounds } from './use_room_sounds';

export function RoomView({ model, game }: { model: RoomModel; game: GameView }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const table = useMemo(() => new Table(model, game, preferences.settings), [model, game]);
  const sheets = useMemo(() => new Sheets(), [table]);
  const board = useMemo(() => ({ current: null as Board | null }), [table]);
  useRoomSounds(table);
  useRoomKeys(table);
  useAdvice(table);
  const full = usePart(table, (room) => room.full);
  // Once the board stands: it does not wait for the names of old moves.
  useEffect(() => {
    if (game.notations) void model.nameMoves();
  }, [full]);
  const keepsOrder = account.host.value || (full.host ?? account.seatOf(model.gameId)?.host ?? false);
  const waiting = usePart(table, ({ state }) => state.status === 'waiting');
  const over = usePart(table, ({ state }) => isOver(state));
  const shape = layout.value;
  const stack = useStack();
  const narrow = isNarrow.value;
  const props = {
    table,
    sheets,
    board,
    keepsOrder,
    waiting,
    over,
    narrow,
    wide: shape === 'columns',
    code: full.code ?? '',
  };
  return (
    <main class="room" data-game={game.id} data-layout={shape} data-sheet={sheets.sheet.value ?? 'none'}>
      <h1 class="hidden">
        {t(`game.${game.id}`)} · {t('room.code', { code: full.code ?? '' })}
      </h1>
      <TabTitle table={table} />
      {/* No components: whatever the layout, the board is the same one, and keeps what waits on it. */}
      {(shape === 'stack' && stack ? stack : columns)(props)}
      <p class="hidden" aria-live="assertive">
        {table.spoken}
      </p>
    </main>
  );
}

/** Explains a premove the first time that somebody makes one: who does not know them takes them for a fault. */
function useAdvice(table: Table): void {
  const { preferences, toasts } = useServices();
  const made = table.model.premove.value !== null;
  useEffect(() => {
    if (!made || preferences.settings.value.advised) return;
    preferences.change({ advised: true });
    toasts.say(preferences.t('room.premove.about'));
  }, [made]);
}
