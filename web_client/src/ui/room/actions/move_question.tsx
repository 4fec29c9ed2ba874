import { useLayoutEffect, useRef } from 'preact/hooks';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import { moveName } from '../../boards/move_names';
import { focusBoard } from '../../core/use_dismiss';
import { useOverlay } from '../../core/use_overlay';
import { useServices } from '../../services/services';
import { Question } from './place_buttons';
import type { RoomController } from '../model/room_controller';

export { words, MoveQuestion as view };

/** A move that is made and asked about before it is sent: takes the focus once, as a question before an action does. */
function MoveQuestion({ ctrl }: { ctrl: RoomController }) {
  const { t, settings } = useServices().preferences;
  const { game } = ctrl;
  const yes = useRef<HTMLButtonElement>(null);
  useOverlay(true, () => ctrl.cancelConfirm(), false);
  useLayoutEffect(() => {
    // It may come late, or again after a pause: what is typed is not the answer.
    if (!document.activeElement?.matches('input, textarea')) yes.current?.focus({ preventScroll: true });
    return () => {
      if (document.activeElement === yes.current || document.activeElement === document.body) focusBoard();
    };
  }, []);
  const move = ctrl.moveToConfirm.value;
  if (move === null) return null;
  const { notation, language } = settings.value;
  const before = ctrl.positionAt(ctrl.room.value.moves.length);
  const name = moveName(game, move, game.notations?.of(before, move), notation, language);
  return (
    <Question
      text={t('room.playMove', { move: name })}
      focus={yes}
      onYes={() => ctrl.confirm()}
      onNo={() => ctrl.cancelConfirm()}
    />
  );
}
