import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { Refusal } from '../../../protocol/connection';
import { RoomIcon } from '../../parts/room_icon';
import { useDismiss } from '../../core/use_dismiss';
import { useServices, useWords } from '../../services/services';
import { singleClick } from '../../core/in_flight';
import { ConfirmRow, useConfirmed } from './confirm_row';
import type { RoomModel } from '../model/room_model';
import { actionsOf, furtherActionsOf, type RoomAction } from '../model/room_actions';
import type { RoomController } from '../model/room_controller';

interface ActionButtonProps extends RoomAction {
  readonly model: RoomModel;
  readonly ask: (action: RoomAction) => void;
  readonly size?: number;
}

/**
 * A button of a row. Where the action is not possible it is grey and can still be pressed: it says why. While it is
 * in flight it is busy, and a second press does nothing.
 */
export function ActionButton({ model, ask, size = 18, ...action }: ActionButtonProps) {
  const { preferences, toasts } = useServices();
  const { offered, enabled } = action;
  const act = (): void => {
    if (enabled) ask(action);
    else toasts.showError(new Refusal('not_allowed', '', action.refusal));
  };
  return (
    <button
      class={offered ? 'on' : ''}
      data-do={action.action}
      aria-disabled={!enabled}
      aria-busy={model.inFlight.has(action.action)}
      onClick={action.repeats ? act : singleClick(act)}
    >
      <RoomIcon name={action.icon} size={size} />
      <span>{preferences.t(offered ? 'do.withdraw' : action.label)}</span>
    </button>
  );
}

interface ActionBarProps {
  readonly ctrl: RoomController;
  /** Between the actions and what is wanted now and then. */
  readonly children?: ComponentChildren;
}

/** What a player may do besides moving, in one row; or the question that one of the buttons asked. */
export function ActionBar({ ctrl, children }: ActionBarProps) {
  const { t } = useWords();
  const room = ctrl.room.value;
  const [actions, further] = [actionsOf(room), furtherActionsOf(room)];
  const { asked, ask, answer, row } = useConfirmed<HTMLDivElement>(ctrl.model, [...actions, ...further]);
  const isPlayer = room.full.you !== null;
  return (
    <div class="actions" ref={row}>
      {asked ? (
        <ConfirmRow action={asked} answer={answer} />
      ) : (
        <>
          {!isPlayer && <span class="muted">{t('room.youSpectate')}</span>}
          {isPlayer &&
            actions.map((action) => (
              <ActionButton key={action.label} {...action} model={ctrl.model} ask={ask} />
            ))}
          {children}
          {isPlayer && room.state.status !== 'waiting' && (
            <More actions={further} model={ctrl.model} ask={ask} />
          )}
        </>
      )}
    </div>
  );
}

/** What is wanted now and then. */
function More(props: Omit<MoreMenuProps, 'onClose'>) {
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
      {open && <MoreMenu {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

interface MoreMenuProps {
  readonly model: RoomModel;
  readonly actions: readonly RoomAction[];
  readonly ask: (action: RoomAction) => void;
  readonly onClose: () => void;
}

/** An overlay of its own. It closes with a choice, but for actions that are repeated. */
function MoreMenu({ actions, model, ask, onClose }: MoreMenuProps) {
  const { t } = useWords();
  const panel = useRef<HTMLDivElement>(null);
  useDismiss(panel, onClose);
  const choose = (action: RoomAction): void => {
    if (!action.repeats) onClose();
    ask(action);
  };
  return (
    <div class="action-menu card popup" ref={panel} role="group" aria-label={t('do.more')} tabIndex={-1}>
      {actions.map((action) => (
        <ActionButton key={action.label} {...action} model={model} ask={choose} />
      ))}
    </div>
  );
}
