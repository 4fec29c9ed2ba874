import style from '../../../style/disc_bar.css?inline';
import type { BySide } from '../../../protocol/types';
import { adoptStyles } from '../../core/style';
import { useWords } from '../../services/services';
import type { RoomController } from '../model/room_controller';

interface Props {
  readonly ctrl: RoomController;
  readonly score: (pos: string) => BySide<number>;
  /** Says what wins, where no card about the game stands beside the board. */
  readonly explained?: boolean;
}

adoptStyles(style);

export { DiscBar as view };

/** Whose discs are how many. */
function DiscBar({ ctrl, score, explained = false }: Props) {
  const { t } = useWords();
  const [first, second] = score(ctrl.room.value.state.pos);
  const share = (100 * first) / Math.max(1, first + second);
  const side = (which: 'first' | 'second'): string => t(`side.${ctrl.game.id}.${which}`);
  return (
    <div class="discs">
      <b>
        <span class="hidden">{side('first')}</span> {first}
      </b>
      <div class="disc-bar" aria-hidden="true">
        <span style={{ width: `${share}%` }} />
      </div>
      <b>
        <span class="hidden">{side('second')}</span> {second}
      </b>
      {explained && <span class="caption">{t('room.fewest')}</span>}
    </div>
  );
}
