import { useLayoutEffect } from 'preact/hooks';
import { readableChat } from '../../../state/room';
import type { Sheets } from '../model/sheets';
import type { RoomController } from '../model/room_controller';
import { useSelector } from '../model/use_selector';

/** How many lines of others were said since the chat was last seen. Lines of those who are muted do not count. */
export function useUnread(ctrl: RoomController, sheets: Sheets): number {
  const lines = useSelector(ctrl, readableChat);
  const { chatHidden, muted, name } = ctrl.model;
  if (chatHidden.value) return 0;
  const isNews = (from: string): boolean => from !== name && !muted.value.has(from);
  return lines.filter(({ at, from }) => at > sheets.seen.value && isNews(from)).length;
}

/** Notes that all lines are seen, while the chat is. */
export function useSeen(ctrl: RoomController, sheets: Sheets, isShown: boolean): void {
  const last = useSelector(ctrl, (room) => readableChat(room).at(-1)?.at);
  useLayoutEffect(() => {
    if (isShown && last !== undefined) sheets.markSeen(last);
  }, [isShown, last]);
}
