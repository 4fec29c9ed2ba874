import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import type { Board } from '../../board/board';
import type { GameView } from '../../games/kit/game';
import { isOver } from '../../state/room';
import { KeysPanel } from '../parts/keys';
import { isNarrow, layout } from '../core/layout';
import { useServices } from '../services/services';
import { columns } from './columns';
import { PlaceButtons } from './actions/later';
import type { RoomModel } from './model/room_model';
import { Sheets } from './model/sheets';
import { Table } from './model/room_controller';
import { TabTitle } from './announce/tab_title';
import { useSeen } from './chat/unread';
import { usePart } from './model/use_selector';
import { useStack } from './use_stack';
import { useRoomKeys } from './use_room_keys';
import { useAnnouncer } from './announce/use_announcer';

export function RoomView({ model, game }: { model: RoomModel; game: GameView }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const table = useMemo(() => new Table(model, game, preferences.settings), [model, game]);
  const sheets = useMemo(() => new Sheets(), [table]);
  const board = useMemo(() => ({ current: null as Board | null }), [table]);
  useAnnouncer(table);
  useRoomKeys(table, sheets);
  useZen(table);
  const full = usePart(table, (room) => room.full);
  // Once the board stands: it does not wait for the names of old moves.
  useEffect(() => {
    if (game.notations) void model.loadNotations();
    // A finger sets a stone down before anything else is asked for.
    if (game.hand === 'place') void PlaceButtons.prepare(preferences).catch(() => undefined);
  }, [full]);
  const keepsOrder = account.host.value || full.host === true;
  const waiting = usePart(table, ({ state }) => state.status === 'waiting');
  const over = usePart(table, ({ state }) => isOver(state));
  const shape = layout.value;
  const stack = useStack();
  const narrow = isNarrow.value;
  useSeen(table, sheets, shape === 'columns' || sheets.sheet.value === 'chat');
  const props = {
    table,
    sheets,
    board,
    keepsOrder,
    waiting,
    over,
    narrow,
    wide: shape === 'columns',
  };
  return (
    <main class="room" data-layout={shape} data-sheet={sheets.sheet.value ?? 'none'}>
      <h1 class="hidden">
        {t(`game.${game.id}`)} · {t('room.code', { code: full.code ?? '' })}
      </h1>
      <TabTitle table={table} />
      {/* Functions, no components: a change of layout keeps the board and what waits on it. */}
      {(shape === 'stack' && stack ? stack : columns)(props)}
      {sheets.panel.value === 'keys' && (
        <KeysPanel of="room" game={game} onClose={() => sheets.openPanel(null)} />
      )}
      <Spoken table={table} />
    </main>
  );
}

/** A polite live region: an announcement waits for the one before it. */
function Spoken({ table }: { table: Table }) {
  return (
    <div class="hidden spoken" role="log" aria-live="polite">
      {table.announcements.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}

/** Styles hang on the root: they hide what lies around the page. */
function useZen(table: Table): void {
  const zen = table.zen.value;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-zen', zen);
    return () => document.documentElement.removeAttribute('data-zen');
  }, [zen]);
}
