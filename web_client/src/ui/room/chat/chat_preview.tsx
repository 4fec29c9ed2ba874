import { readableChat } from '../../../state/room';
import { RoomIcon } from '../../parts/room_icon';
import type { Sheets } from '../model/sheets';
import type { RoomController } from '../model/room_controller';
import { useSelector } from '../model/use_selector';

interface Props {
  readonly ctrl: RoomController;
  readonly sheets: Sheets;
}

/** The last thing said, for phones. */
export function ChatPreview({ ctrl, sheets }: Props) {
  const last = useSelector(ctrl, (room) => readableChat(room).at(-1));
  if (!last || ctrl.model.chatHidden.value || ctrl.model.muted.value.has(last.from)) return null;
  return (
    <button class="chat-preview" onClick={() => sheets.show('chat')}>
      <RoomIcon name="chat" size={17} />
      <span>
        <b>{last.from}</b> <span class="muted">{last.text}</span>
      </span>
    </button>
  );
}
