import { useState } from 'preact/hooks';
import { BoardMenu } from '../frame/settings';
import { Icon } from '../parts/icon';
import { useWords } from '../services';
import { ConfirmRow, useConfirmed } from './confirm_row';
import { deedsOf, furtherDeedsOf, type Deed } from './deeds';
import type { Table } from './table';

interface DeedButtonProps extends Deed {
  readonly ask: (deed: Deed) => void;
  /** One of the row that a thumb reaches: larger, without a frame. */
  readonly thumb?: boolean;
}

export function DeedButton({ ask, thumb = false, ...deed }: DeedButtonProps) {
  const { t } = useWords();
  const { offered } = deed;
  const look = thumb ? (offered ? 'on' : '') : `button stacked ${offered ? 'gold' : ''}`;
  return (
    <button class={look} data-do={deed.action} disabled={!deed.enabled} onClick={() => ask(deed)}>
      <Icon name={deed.icon} {...(thumb && { size: 21 })} />
      <small>{t(offered ? 'do.withdraw' : deed.label)}</small>
    </button>
  );
}

export function FlipButton({ table }: { table: Table }) {
  const { t } = useWords();
  return (
    <button class="button stacked" onClick={() => table.turn()}>
      <Icon name="flip" />
      <small>{t('do.flip')}</small>
    </button>
  );
}

/** Opens the choices of pieces and wood, beside the board that shows them. */
export function BoardButton({ table }: { table: Table }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button class="button stacked" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="board" />
        <small>{t('do.board')}</small>
      </button>
      {open && <BoardMenu game={table.game} onClose={() => setOpen(false)} />}
    </>
  );
}

export function ActionBar({ table }: { table: Table }) {
  const room = table.room.value;
  const [deeds, further] = [deedsOf(room), furtherDeedsOf(room)];
  const { asked, ask, answer, row } = useConfirmed<HTMLDivElement>(table.model, [...deeds, ...further]);
  if (asked)
    return (
      <div class="actions" ref={row}>
        <ConfirmRow deed={asked} answer={answer} />
      </div>
    );
  const button = (deed: Deed) => <DeedButton key={deed.label} {...deed} ask={ask} />;
  return (
    <div class="actions" ref={row}>
      {deeds.map(button)}
      <FlipButton table={table} />
      {further.map(button)}
      <BoardButton table={table} />
    </div>
  );
}
