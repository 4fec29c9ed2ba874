import { partsWords as words } from '../../../i18n/areas/parts_words';
import { forSide, opposite, type Offers } from '../../../protocol/types';
import { useHeldOff } from '../../core/held_off';
import { singleClick } from '../../core/in_flight';
import { usePlayerName } from '../../parts/player_name';
import { useWords } from '../../services/services';
import type { RoomController } from '../model/room_controller';

export { words, OfferBar as view };

/** What the opponent asks for, answered in place; not by a press that was meant for what stood there. */
function OfferBar({ ctrl, offer }: { ctrl: RoomController; offer: keyof Offers }) {
  const { t } = useWords();
  const nameOf = usePlayerName();
  const { full } = ctrl.room.value;
  const name = nameOf(forSide(full.players, opposite(full.you ?? 'first')));
  const buttons = useHeldOff<HTMLSpanElement>();
  return (
    <div class="status gold wrap" role="alert">
      <span>{t(`offer.${offer}.in`, { name })}</span>
      {/* A press that is held off ends at the bar: below it are the moves, or the board. */}
      <span class="asked" ref={buttons}>
        {ctrl.model.browsed.value !== null && (
          <button class="button small" onClick={() => ctrl.model.browse(Infinity)}>
            {t('room.live')}
          </button>
        )}
        <button class="button small jade" onClick={singleClick(() => ctrl.model.sendAction(offer))}>
          {t('do.accept')}
        </button>
        <button class="button small" onClick={singleClick(() => ctrl.model.sendAction(offer, false))}>
          {t('do.decline')}
        </button>
      </span>
    </div>
  );
}
