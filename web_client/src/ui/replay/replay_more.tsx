import timeStyle from '../../style/time_chart.css?inline';
import { adoptStyles } from '../core/style';
import { Export } from './export';
import { MorePositionGames, PositionGames } from './later';
import type { Replay } from './replay_model';
import { TimeChart } from './time_chart';

adoptStyles(timeStyle);

export { ReplayMore as view };

interface Props {
  readonly replay: Replay;
  /** What games did here is beside the board already. */
  readonly explored: boolean;
}

/** Below the board: what other games did here, how long each move took, and the game as a file. Files that were
 *  imported know no times. */
function ReplayMore({ replay, explored }: Props) {
  const { record, game } = replay;
  const { spent = [], collection } = record;
  return (
    <div class="replay-more">
      {collection && <PositionGames replay={replay} collection={collection.id} />}
      {!collection && !explored && <MorePositionGames replay={replay} />}
      {spent.length > 1 && spent.some((ms) => ms > 0) && (
        <TimeChart
          spent={spent}
          begins={replay.positionAt(0).turn}
          ply={replay.ply.value}
          onPly={(to) => replay.go(to)}
          game={game}
        />
      )}
      <Export replay={replay} />
    </div>
  );
}
