import { useLayoutEffect } from 'preact/hooks';
import { readableChat } from '../../../state/room';
import type { Sheets } from '../model/sheets';
import type { Table } from '../model/room_controller';
import { usePart } from '../model/use_selector';

/** How many lines of others were said since the chat was last seen. */
export function useUnread(table: Table, sheets: Sheets): number {
  const lines = usePart(table, readableChat);
  const { chatHidden, muted, name } = table.model;
  if (chatHidden.value) return 0;
  const isNews = (from: string): boolean => from !== name && !muted.value.has(from);
  return lines.filter(({ at, from }) => at > sheets.seen.value && isNews(from)).length;
}

/** Notes that all lines are seen, while the chat is. */
export function useSeen(table: Table, sheets: Sheets, isShown: boolean): void {
  const last = usePart(table, (room) => readableChat(room).at(-1)?.at);
  useLayoutEffect(() => {
    if (isShown && last !== undefined) sheets.see(last);
  }, [isShown, last]);
}
