import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { RoomIcon } from '../parts/room_icon';
import { useDismiss } from '../parts/use_dismiss';
import { useWords } from '../services';
import { ConfirmRow, useConfirmed } from './confirm_row';
import { deedsOf, furtherDeedsOf, type Deed } from './deeds';
import type { Table } from './table';

interface DeedButtonProps extends Deed {
  readonly ask: (deed: Deed) => void;
  readonly size?: number;
}

export function DeedButton({ ask, size = 18, ...deed }: DeedButtonProps) {
  const { t } = useWords();
  const { offered } = deed;
  return (
    <button
      class={offered ? 'on' : ''}
      data-do={deed.action}
      disabled={!deed.enabled}
      onClick={() => ask(deed)}
    >
      <RoomIcon name={deed.icon} size={size} />
      <span>{t(offered ? 'do.withdraw' : deed.label)}</span>
    </button>
  );
}

interface ActionBarProps {
  readonly table: Table;
  /** Between the deeds and what is wanted now and then. */
  readonly children?: ComponentChildren;
}

/** What a player may do besides moving, in one row; or the question that one of the buttons asked. */
export function ActionBar({ table, children }: ActionBarProps) {
  const { t } = useWords();
  const room = table.room.value;
  const [deeds, further] = [deedsOf(room), furtherDeedsOf(room)];
  const { asked, ask, answer, row } = useConfirmed<HTMLDivElement>(table.model, [...deeds, ...further]);
  const isPlayer = room.full.you !== null;
  return (
    <div class="actions" ref={row}>
      {asked ? (
        <ConfirmRow deed={asked} answer={answer} />
      ) : (
        <>
          {!isPlayer && <span class="muted">{t('room.youSpectate')}</span>}
          {isPlayer && deeds.map((deed) => <DeedButton key={deed.label} {...deed} ask={ask} />)}
          {children}
          {isPlayer && <More deeds={further} ask={ask} />}
        </>
      )}
    </div>
  );
}

/** What is wanted now and then. */
function More({ deeds, ask }: { deeds: readonly Deed[]; ask: (deed: Deed) => void }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const label = t('do.more');
  return (
    <>
      <button
        class="more-deeds"
        aria-label={label}
        title={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <RoomIcon name="more" size={22} />
      </button>
      {open && <MoreMenu deeds={deeds} ask={ask} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MoreMenuProps {
  readonly deeds: readonly Deed[];
  readonly ask: (deed: Deed) => void;
  readonly onClose: () => void;
}

function MoreMenu({ deeds, ask, onClose }: MoreMenuProps) {
  const { t } = useWords();
  const panel = useRef<HTMLDivElement>(null);
  useDismiss(panel, onClose);
  const choose = (deed: Deed): void => {
    onClose();
    ask(deed);
  };
  return (
    <div class="deed-menu card" ref={panel} role="group" aria-label={t('do.more')} tabIndex={-1}>
      {deeds.map((deed) => (
        <DeedButton key={deed.label} {...deed} ask={choose} />
      ))}
    </div>
  );
}
