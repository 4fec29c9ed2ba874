import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { RoomIcon } from '../parts/room_icon';
import { useDismiss } from '../parts/use_dismiss';
import { useWords } from '../services';
import { ConfirmRow, useConfirmed } from './confirm_row';
import { actionsOf, furtherActionsOf, type RoomAction } from './room_actions';
import type { Table } from './table';

interface ActionButtonProps extends RoomAction {
  readonly ask: (action: RoomAction) => void;
  readonly size?: number;
}

export function ActionButton({ ask, size = 18, ...action }: ActionButtonProps) {
  const { t } = useWords();
  const { offered } = action;
  return (
    <button
      class={offered ? 'on' : ''}
      data-do={action.action}
      disabled={!action.enabled}
      onClick={() => ask(action)}
    >
      <RoomIcon name={action.icon} size={size} />
      <span>{t(offered ? 'do.withdraw' : action.label)}</span>
    </button>
  );
}

interface ActionBarProps {
  readonly table: Table;
  /** Between the actions and what is wanted now and then. */
  readonly children?: ComponentChildren;
}

/** What a player may do besides moving, in one row; or the question that one of the buttons asked. */
export function ActionBar({ table, children }: ActionBarProps) {
  const { t } = useWords();
  const room = table.room.value;
  const [actions, further] = [actionsOf(room), furtherActionsOf(room)];
  const { asked, ask, answer, row } = useConfirmed<HTMLDivElement>(table.model, [...actions, ...further]);
  const isPlayer = room.full.you !== null;
  return (
    <div class="actions" ref={row}>
      {asked ? (
        <ConfirmRow action={asked} answer={answer} />
      ) : (
        <>
          {!isPlayer && <span class="muted">{t('room.youSpectate')}</span>}
          {isPlayer && actions.map((action) => <ActionButton key={action.label} {...action} ask={ask} />)}
          {children}
          {isPlayer && <More actions={further} ask={ask} />}
        </>
      )}
    </div>
  );
}

/** What is wanted now and then. */
function More({ actions, ask }: { actions: readonly RoomAction[]; ask: (action: RoomAction) => void }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const label = t('do.more');
  return (
    <>
      <button
        class="more-actions"
        aria-label={label}
        title={label}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <RoomIcon name="more" size={22} />
      </button>
      {open && <MoreMenu actions={actions} ask={ask} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MoreMenuProps {
  readonly actions: readonly RoomAction[];
  readonly ask: (action: RoomAction) => void;
  readonly onClose: () => void;
}

function MoreMenu({ actions, ask, onClose }: MoreMenuProps) {
  const { t } = useWords();
  const panel = useRef<HTMLDivElement>(null);
  useDismiss(panel, onClose);
  const choose = (action: RoomAction): void => {
    onClose();
    ask(action);
  };
  return (
    <div class="action-menu card" ref={panel} role="group" aria-label={t('do.more')} tabIndex={-1}>
      {actions.map((action) => (
        <ActionButton key={action.label} {...action} ask={choose} />
      ))}
    </div>
  );
}
