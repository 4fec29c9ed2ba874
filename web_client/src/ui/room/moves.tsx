import type { ComponentType } from 'preact';
import { useMemo, useState } from 'preact/hooks';
import { isNarrow } from '../core/layout';
import { MoveList, NotationSegment, type MoveListProps } from '../boards/move_list';
import { IconButton } from '../parts/icon_button';
import { useServices } from '../services/services';
import { BotThought } from './cards/later';
import { Chat } from './chat/later';
import type { Sheets } from './model/sheets';
import { StatusBar } from './status/status_bar';
import { StepButtons } from './actions/step_buttons';
import type { RoomController } from './model/room_controller';
import { BoardTool, FlipTool, MenuTool } from './tools';
import { TypeMove } from './actions/type_move';
import { useUnread } from './chat/unread';
import { useSelector } from './model/use_selector';

interface MovesProps {
  readonly ctrl: RoomController;
  readonly sheets: Sheets;
  /** Whether the chat takes turns with the moves, where there is no room for both. */
  readonly chat: boolean;
  readonly canModerate: boolean;
  /** Whether the menu of the room is opened from here. */
  readonly menu?: boolean;
}

/** The list of moves with its tools and buttons. */
export function Moves({ ctrl, sheets, chat, canModerate, menu = true }: MovesProps) {
  const { t } = useServices().preferences;
  const [typing, setTyping] = useState(false);
  const isPlaying = useSelector(ctrl, ({ full, state }) => full.you !== null && state.status === 'playing');
  const chatting = chat && sheets.sheet.value === 'chat';
  return (
    <section class="room-moves" aria-label={t('moves.list')}>
      <div class="tabs">
        {ctrl.game.notations ? <NotationSegment /> : <b>{t('do.moves')}</b>}
        <span class="space" />
        <FlipTool ctrl={ctrl} />
        {/* Where there is no room for both it is in the settings. */}
        {!chat && <BoardTool ctrl={ctrl} />}
        {isPlaying && !(chat && isNarrow.value) && (
          <IconButton
            icon="key"
            label={t('room.type')}
            expanded={typing}
            onClick={() => setTyping(!typing)}
          />
        )}
        {chat && <ChatTool ctrl={ctrl} sheets={sheets} />}
        {menu && <MenuTool ctrl={ctrl} sheets={sheets} canModerate={canModerate} />}
      </div>
      <div class="room-written">
        {chatting ? <Chat ctrl={ctrl} sheets={sheets} /> : <MovesAndThought ctrl={ctrl} />}
        <StatusBar ctrl={ctrl} />
      </div>
      {isPlaying && (
        <TypeMove model={ctrl.model} example={ctrl.game.example} open={typing} onOpen={setTyping} />
      )}
      {!chatting && <StepButtons ctrl={ctrl} />}
    </section>
  );
}

/** What was played and thought. */
function MovesAndThought({ ctrl }: { ctrl: RoomController }) {
  const { thoughts } = useServices().preferences.settings.value;
  const thinks =
    useSelector(ctrl, ({ full }) => !full.rated && full.players.some(({ level }) => level)) && thoughts;
  return (
    <>
      <PlayedMoves ctrl={ctrl} as={MoveList} />
      {thinks && <BotThought ctrl={ctrl} />}
    </>
  );
}

/** Shows the chat in the place of the moves, and how many lines were not seen. */
function ChatTool({ ctrl, sheets }: { ctrl: RoomController; sheets: Sheets }) {
  const { t } = useServices().preferences;
  const lines = useUnread(ctrl, sheets);
  const chatting = sheets.sheet.value === 'chat';
  return (
    <IconButton
      icon="chat"
      class="chat-tool"
      pressed={chatting}
      label={`${t('do.chat')} ${lines || ''}`.trim()}
      onClick={() => sheets.toggle('chat')}
    >
      {lines > 0 && <small class="count">{lines}</small>}
    </IconButton>
  );
}

/** The moves that were made, as a list or as a strip. */
export function PlayedMoves({ ctrl, as: List }: { ctrl: RoomController; as: ComponentType<MoveListProps> }) {
  const { game, model } = ctrl;
  const browse = useMemo(() => (ply: number) => model.browse(ply), [model]);
  const { moves, notations } = ctrl.room.value;
  return <List game={game} moves={moves} notations={notations} ply={model.shownPly.value} onPly={browse} />;
}
