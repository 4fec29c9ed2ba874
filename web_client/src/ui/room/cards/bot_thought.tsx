import { partsWords as words } from '../../../i18n/areas/parts_words';
import { evaluationText } from '../../parts/evaluation_text';
import style from '../../../style/bot_thought.css?inline';
import { moveName, notationTag } from '../../boards/move_names';
import { adoptStyles } from '../../core/style';
import { useServices } from '../../services/services';
import type { RoomController } from '../model/room_controller';

adoptStyles(style);

export { words, BotThought as view };

/** What the computer thought before its last move: how it sees the game, and what it expects. */
function BotThought({ ctrl }: { ctrl: RoomController }) {
  const { t, settings } = useServices().preferences;
  const { notation, language } = settings.value;
  const thought = ctrl.model.thought.value;
  const names = thought?.line?.map((move, index) =>
    moveName(ctrl.game, move, thought.notations[index], notation, language),
  );
  return (
    <p class="thought">
      <span class="caption">
        {t('room.thought')}
        {!!thought?.depth && ` · ${t('room.thought.depth', { depth: thought.depth })}`}
      </span>{' '}
      {thought && <b class="tag">{evaluationText(thought.eval, ctrl.game)}</b>}{' '}
      <span lang={notationTag(notation, language)}>{names?.join(' ') ?? '–'}</span>
    </p>
  );
}
