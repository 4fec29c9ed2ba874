import { useState } from 'preact/hooks';
import { BoardMenu } from '../frame/settings';
import { RoomIcon, type RoomIconName } from '../parts/room_icon';
import { useWords } from '../services/services';
import type { Table } from './table';

interface ToolProps {
  readonly icon: RoomIconName;
  readonly label: string;
  readonly expanded?: boolean;
  readonly onClick: () => void;
}

/** A small button that says by its picture what it is for, and by its name to whoever asks. */
export function Tool({ icon, label, expanded, onClick }: ToolProps) {
  return (
    <button class="icon-button" aria-label={label} title={label} aria-expanded={expanded} onClick={onClick}>
      <RoomIcon name={icon} size={19} />
    </button>
  );
}

export function FlipTool({ table }: { table: Table }) {
  const { t } = useWords();
  return <Tool icon="flip" label={t('do.flip')} onClick={() => table.turn()} />;
}

/** Opens the choices of pieces and wood, beside the board that shows them. */
export function BoardTool({ table }: { table: Table }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <Tool icon="board" label={t('settings.board')} expanded={open} onClick={() => setOpen(!open)} />
      {open && <BoardMenu game={table.game} onClose={() => setOpen(false)} />}
    </>
  );
}
