import { readableChat } from '../../../state/room';
import { RoomIcon } from '../../parts/room_icon';
import type { Sheets } from '../model/sheets';
import type { Table } from '../model/room_controller';
import { usePart } from '../model/use_selector';

interface Props {
  readonly table: Table;
  readonly sheets: Sheets;
}

/** The last thing said, for phones. */
export function ChatPreview({ table, sheets }: Props) {
  const last = usePart(table, (room) => readableChat(room).at(-1));
  if (!last || table.model.chatHidden.value || table.model.muted.value.has(last.from)) return null;
  return (
    <button class="chat-preview" onClick={() => sheets.show('chat')}>
      <RoomIcon name="chat" size={17} />
      <span>
        <b>{last.from}</b> <span class="muted">{last.text}</span>
      </span>
    </button>
  );
}
