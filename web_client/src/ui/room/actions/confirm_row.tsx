import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { Ref } from 'preact';
import type { Action } from '../../../protocol/client_messages';
import { singleClick } from '../../core/in_flight';
import { focusBoard } from '../../core/use_dismiss';
import { useOverlay } from '../../core/use_overlay';
import { useWords } from '../../services/services';
import type { RoomAction } from '../model/room_actions';
import type { RoomModel } from '../model/room_model';

interface Confirmed<E extends HTMLElement> {
  /** The action that waits for an answer. */
  readonly asked: RoomAction | undefined;
  readonly ask: (action: RoomAction) => void;
  readonly answer: (yes: boolean) => void;
  /** Of the row whose buttons ask. */
  readonly row: Ref<E>;
}

/**
 * Asks in place before an action, without a window over the board: the clock runs meanwhile. The question goes when the
 * action is not possible any more, or would mean something else. The focus then returns to the button that asked.
 */
export function useConfirmed<E extends HTMLElement>(
  model: RoomModel,
  actions: readonly RoomAction[],
): Confirmed<E> {
  const [chosen, setChosen] = useState<Action | null>(null);
  const row = useRef<E>(null);
  const asked = actions.find(
    (action) => action.action === chosen && action.enabled && action.confirm && !action.offered,
  );
  const asking = useRef<Action | null>(null);
  useLayoutEffect(() => {
    if (asked) asking.current = asked.action;
    else {
      if (asking.current) giveFocusBack(row.current, asking.current);
      asking.current = null;
      setChosen(null);
    }
  });
  // One function for good: a button is drawn again only when what it says changes.
  const ask = useMemo(
    () => (action: RoomAction) => {
      if (action.offered) model.sendAction(action.action, false);
      else if (action.confirm) setChosen(action.action);
      else model.sendAction(action.action);
    },
    [model],
  );
  const answer = (yes: boolean): void => {
    if (yes && asked) model.sendAction(asked.action);
    setChosen(null);
  };
  return { asked, ask, answer, row };
}

/** Only where the question had it: a focus that is elsewhere by now stays there. */
function giveFocusBack(row: HTMLElement | null, action: Action): void {
  if (document.activeElement !== document.body) return;
  const button = row?.querySelector<HTMLButtonElement>(`[data-do="${action}"][aria-disabled="false"]`);
  if (button) button.focus();
  else focusBoard();
}

interface ConfirmProps {
  readonly action: Pick<RoomAction, 'confirm'>;
  readonly answer: (yes: boolean) => void;
}

/** Takes the focus once, when it comes, and gives it back. The second half of a double click is no answer; a later press
 *  in the place of the button that asked, to resign for one, finds No there. */
export function ConfirmRow({ action, answer }: ConfirmProps) {
  const { t } = useWords();
  const yes = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const before = document.activeElement as HTMLElement | null;
    yes.current?.focus();
    return () => {
      if (yes.current?.parentElement?.contains(document.activeElement)) before?.focus();
    };
  }, []);
  useOverlay(true, () => answer(false), false);
  const question = t(action.confirm ?? 'confirm.yes');
  return (
    <div class="confirm" role="alertdialog" aria-label={question}>
      <b>{question}</b>
      <button class="button" onClick={singleClick(() => answer(false))}>
        {t('confirm.no')}
      </button>
      <button class="button primary" ref={yes} onClick={singleClick(() => answer(true))}>
        {t('confirm.yes')}
      </button>
    </div>
  );
}
