import { pathOf } from '../../state/route';
import { copyText } from '../core/copy';
import { RoomIcon, type RoomIconName } from '../parts/room_icon';
import { useServices } from '../services/services';
import type { Replay } from './replay_model';

/** Seconds for each move of the autoplay. */
const speeds = [0.5, 1, 2, 4] as const;

/** Leads through the game: play in the middle, steps beside it, what is wanted now and then at the ends. */
export function ReplayControls({ replay }: { replay: Replay }) {
  const { preferences, toasts } = useServices();
  const { t } = preferences;
  const ply = replay.ply.value;
  const varied = replay.variation.value.length > 0;
  const at = replay.line.length;
  const plies = at + replay.remaining.length;
  const playing = replay.playing.value;
  const share = async (): Promise<void> => {
    const link = location.origin + pathOf({ page: 'replay', gameId: replay.record.gameId, ply });
    if (await copyText(link)) toasts.show(t('room.copied'));
  };
  const button = (
    icon: RoomIconName,
    label: string,
    act: () => void,
    disabled = false,
    look = 'icon-button',
  ) => (
    <button class={look} aria-label={label} title={label} disabled={disabled} onClick={act}>
      <RoomIcon name={icon} size={look === 'icon-button' ? 19 : 24} />
    </button>
  );
  return (
    <div class="replay-deck">
      <span class="deck-start">{replay.moves.length > 0 && <Speed replay={replay} />}</span>
      {button('first', t('moves.first'), () => replay.go(0), at === 0)}
      {button('previous', t('moves.previous'), () => replay.back(), ply === 0 && !varied, 'button step')}
      {replay.moves.length > 0 &&
        button(
          playing ? 'pause' : 'play',
          t(playing ? 'replay.stop' : 'replay.play'),
          () => replay.togglePlaying(),
          false,
          'play-button',
        )}
      {button('next', t('moves.next'), () => replay.forward(), replay.nextMove === undefined, 'button step')}
      {button('last', t('moves.last'), () => replay.toEnd(), at === plies)}
      <span class="deck-end">
        {button('flip', t('do.flip'), () => replay.flip())}
        {replay.record.gameId !== '' && button('share', t('replay.share'), () => void share())}
      </span>
      {/* Not each move of the autoplay: where it stops is said. */}
      <span class="hidden" aria-live={playing ? 'off' : 'polite'}>
        {t('room.browsing', { ply: at, plies })}
      </span>
    </div>
  );
}

/** How fast the autoplay goes; applies at once. */
function Speed({ replay }: { replay: Replay }) {
  const { t } = useServices().preferences;
  return (
    <select
      class="input small speed"
      aria-label={t('replay.speed')}
      title={t('replay.speed')}
      value={replay.seconds.value}
      onChange={(event) => replay.setSpeed(Number(event.currentTarget.value))}
    >
      {speeds.map((seconds) => (
        <option key={seconds} value={seconds}>
          {seconds} s
        </option>
      ))}
    </select>
  );
}
