import style from '../../../style/place_buttons.css?inline';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import type { Board } from '../../../board/board';
import { Icon } from '../../parts/icon';
import { singleClick } from '../../core/in_flight';
import { adoptStyles } from '../../core/style';
import { useServices, useWords } from '../../services/services';
import type { RoomController } from '../model/room_controller';

adoptStyles(style);

export { words, PlaceButtons as view };

interface Props {
  readonly ctrl: RoomController;
  readonly board: { readonly current: Board | null };
}

/** Under the thumb: a stone set down on a phone counts only when it is said so. */
function PlaceButtons({ ctrl, board }: Props) {
  const { t, settings } = useServices().preferences;
  const move = ctrl.placing.value;
  if (move === null) return null;
  return (
    <Question
      text={t('room.place', { square: ctrl.game.moveName(move, settings.value.language) })}
      onYes={() => board.current?.confirm()}
      onNo={() => board.current?.cancel()}
    />
  );
}

interface QuestionProps {
  readonly text: string;
  readonly focus?: { current: HTMLButtonElement | null };
  readonly onYes: () => void;
  readonly onNo: () => void;
}

/** Yes and no under the thumb. */
export function Question({ text, focus, onYes, onNo }: QuestionProps) {
  const { t } = useWords();
  return (
    <div class="place">
      <button class="button tall" aria-label={t('room.cancel')} title={t('room.cancel')} onClick={onNo}>
        <Icon name="close" />
      </button>
      <button class="button primary tall" ref={focus ?? null} onClick={singleClick(onYes)}>
        <Icon name="check" /> {text}
      </button>
    </div>
  );
}
