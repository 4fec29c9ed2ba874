import style from '../../../style/result_bar.css?inline';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import { forSide } from '../../../protocol/types';
import { signed } from '../../parts/evaluation_text';
import { incomingOffers, outgoingOffers } from '../../../state/room';
import { RoomIcon } from '../../parts/room_icon';
import { RouteLink } from '../../parts/route_link';
import { useHeldOff } from '../../core/held_off';
import { adoptStyles } from '../../core/style';
import { useWords } from '../../services/services';
import { Rematch } from './rematch';
import { resultTitle, verdict } from './result_words';
import type { RoomController } from '../model/room_controller';

adoptStyles(style);

export { words, ResultBar as view };

/** In the place of the actions: how it ended, what that means for the visitor, and what now. */
function ResultBar({ ctrl }: { ctrl: RoomController }) {
  const { t, named } = useWords();
  const room = ctrl.room.value;
  const { full, state, ratings, moves } = room;
  const own = ratings && full.you ? forSide(ratings, full.you) : null;
  const won = verdict(room, { t });
  // They come in the place of others.
  const buttons = useHeldOff<HTMLSpanElement>();
  return (
    <div class="status result" role="status">
      <span class="result-words">
        {won && <b class={`verdict ${state.result === full.you ? 'won' : ''}`}>{won}</b>}
        <span class="result-why">
          <b>{resultTitle(room, { t })}</b>
          {state.reason && ` · ${named('reason', state.reason)}`}
        </span>
        {own && (
          <span class="muted">
            {' '}
            · {own.before} → {own.after} ({signed(own.after - own.before)})
          </span>
        )}
        {outgoingOffers(room).includes('rematch') && <span class="muted"> · {t('offer.rematch.out')}</span>}
      </span>
      <span class="result-buttons" ref={buttons}>
        {!ctrl.isResultShown.value && !incomingOffers(room).includes('rematch') && (
          <Rematch ctrl={ctrl} small />
        )}
        {moves.length > 0 && (
          <RouteLink
            class="button small"
            to={{ page: 'replay', gameId: full.gameId, ply: null, analyse: true }}
          >
            <RoomIcon name="chart" size={17} /> {t('do.replay')}
          </RouteLink>
        )}
      </span>
    </div>
  );
}
