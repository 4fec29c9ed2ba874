import { partsWords as words } from '../../../i18n/areas/parts_words';
import { forSide } from '../../../protocol/types';
import type { Absence } from '../../../state/room';
import { singleClick } from '../../core/in_flight';
import { usePlayerName } from '../../parts/player_name';
import { useWords } from '../../services/services';
import type { RoomController } from '../model/room_controller';
import { useSeconds } from './use_seconds';

export { words, GoneBar as view };

/** The opponent has left: how long to wait before the game may be claimed. */
function GoneBar({ ctrl, gone }: { ctrl: RoomController; gone: Absence }) {
  const { t } = useWords();
  const nameOf = usePlayerName();
  const seconds = useSeconds(gone.claimAt, () => ctrl.model.now());
  const name = nameOf(forSide(ctrl.room.value.full.players, gone.side));
  return (
    <div class="status gold wrap">
      {/* What is said once; each second of the wait is for the eye. */}
      <span role="alert">
        {t('room.gone', { name })}
        {seconds === 0 && t('room.goneClaimNow')}
      </span>
      {seconds > 0 && <span role="timer">{t('room.goneClaim', { seconds })}</span>}
      {seconds === 0 && (
        <>
          <button class="button small primary" onClick={singleClick(() => ctrl.model.sendAction('claimWin'))}>
            {t('do.claimWin')}
          </button>
          <button class="button small" onClick={singleClick(() => ctrl.model.sendAction('claimDraw'))}>
            {t('do.claimDraw')}
          </button>
        </>
      )}
    </div>
  );
}
