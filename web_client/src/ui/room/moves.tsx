import type { ComponentType } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { isNarrow } from '../core/layout';
import { MoveList, NotationSegment, type MoveListProps } from '../boards/move_list';
import { RoomIcon } from '../parts/room_icon';
import { useServices } from '../services/services';
import { BotThought } from './cards/later';
import { Chat } from './chat/later';
import type { Sheets } from './model/sheets';
import { StatusBar } from './status/status_bar';
import { StepButtons } from './actions/step_buttons';
import type { Table } from './model/room_controller';
import { BoardTool, FlipTool, MenuTool, Tool } from './tools';
import { TypeMove } from './actions/type_move';
import { useUnread } from './chat/unread';
import { usePart } from './model/use_selector';

interface MovesProps {
  readonly table: Table;
  readonly sheets: Sheets;
  /** Whether the chat takes turns with the moves, where there is no room for both. */
  readonly chat: boolean;
  readonly keepsOrder: boolean;
  /** Whether the menu of the room is opened from here. */
  readonly menu?: boolean;
}

/** The list of moves with its tools and buttons. */
export function Moves({ table, sheets, chat, keepsOrder, menu = true }: MovesProps) {
  const { t } = useServices().preferences;
  const [typing, setTyping] = useState(false);
  const isPlaying = usePart(table, ({ full, state }) => full.you !== null && state.status === 'playing');
  const chatting = chat && sheets.sheet.value === 'chat';
  return (
    <section class="room-moves" aria-label={t('moves.list')}>
      <div class="tabs">
        {table.game.notations ? <NotationSegment /> : <b>{t('do.moves')}</b>}
        <span class="space" />
        <FlipTool table={table} />
        {/* Where there is no room for both it is in the settings. */}
        {!chat && <BoardTool table={table} />}
        {isPlaying && !(chat && isNarrow.value) && (
          <Tool icon="key" label={t('room.type')} expanded={typing} onClick={() => setTyping(!typing)} />
        )}
        {chat && <ChatTool table={table} sheets={sheets} />}
        {menu && <MenuTool table={table} sheets={sheets} keepsOrder={keepsOrder} />}
      </div>
      <div class="room-written">
        {chatting ? <Chat table={table} sheets={sheets} /> : <Written table={table} />}
        <StatusBar table={table} />
      </div>
      {isPlaying && (
        <TypeMove model={table.model} example={table.game.example} open={typing} onOpen={setTyping} />
      )}
      {!chatting && <StepButtons table={table} />}
    </section>
  );
}

/** What was played and thought. */
function Written({ table }: { table: Table }) {
  const { thoughts } = useServices().preferences.settings.value;
  const thinks =
    usePart(table, ({ full }) => !full.rated && full.players.some(({ level }) => level)) && thoughts;
  return (
    <>
      <Made table={table} as={MoveList} />
      {thinks && <BotThought table={table} />}
    </>
  );
}

function ChatTool({ table, sheets }: { table: Table; sheets: Sheets }) {
  const { t } = useServices().preferences;
  const lines = useUnread(table, sheets);
  const chatting = sheets.sheet.value === 'chat';
  return (
    <button
      class="icon-button chat-tool"
      aria-pressed={chatting}
      aria-label={lines > 0 ? `${t('do.chat')} ${lines}` : t('do.chat')}
      title={t('do.chat')}
      onClick={() => sheets.toggle('chat')}
    >
      <RoomIcon name="chat" size={19} />
      {lines > 0 && <small class="count">{lines}</small>}
    </button>
  );
}

/** The moves that were made, as a list or as a strip. */
export function Made({ table, as: List }: { table: Table; as: ComponentType<MoveListProps> }) {
  const { game, model } = table;
  const browse = useMemo(() => (ply: number) => model.browse(ply), [model]);
  const { moves, notations } = table.room.value;
  return <List game={game} moves={moves} notations={notations} ply={model.shownPly.value} onPly={browse} />;
}
