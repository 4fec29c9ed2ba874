import { isPlaying } from '../../../state/room';
import { Avatar } from '../../parts/avatar';
import { Icon } from '../../parts/icon';
import { RouteLink } from '../../parts/route_link';
import { useWords } from '../../services/services';
import type { RoomController } from '../model/room_controller';
import { useSelector } from '../model/use_selector';

/** More would push the others aside. */
const SHOWN = 4;

/** Who watches: some by name, all by number. */
export function Spectators({ ctrl }: { ctrl: RoomController }) {
  const { t } = useWords();
  const count = useSelector(ctrl, ({ spectators }) => spectators);
  const names = useSelector(ctrl, ({ spectatorNames }) => spectatorNames);
  const plays = useSelector(ctrl, isPlaying);
  if (count === 0) return null;
  const told = t('room.watching', { n: count });
  return (
    <span class="spectators">
      {names.slice(0, SHOWN).map((name) => (
        <RouteLink key={name} to={{ page: 'player', name }} apart={plays} aria-label={name} title={name}>
          <Avatar name={name} size={22} />
        </RouteLink>
      ))}
      <span class="watchers" title={told}>
        <Icon name="eye" size={15} />
        <span aria-hidden="true">{count}</span>
        <span class="hidden">{told}</span>
      </span>
    </span>
  );
}
