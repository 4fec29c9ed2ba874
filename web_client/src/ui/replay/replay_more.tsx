import timeStyle from '../../style/time_chart.css?inline';
import { adoptStyles } from '../core/style';
import { lazy } from '../core/lazy';
import { Export } from './export';
import type { Replay } from './replay_model';
import { TimeChart } from './time_chart';

adoptStyles(timeStyle);

export { ReplayMore as view };

/** Below the board: what games of a collection did here, how long each move took, and the game as a file. Files that were imported know no times. */
const PositionGames = lazy(
  () => import('./position_games'),
  () => <section class="card export" aria-busy="true" />,
);

interface Props {
  readonly replay: Replay;
  /** Whose games are looked at, by its id. */
  readonly collection: string | undefined;
}

function ReplayMore({ replay, collection }: Props) {
  const { record, game } = replay;
  const spent = record.spent ?? [];
  return (
    <div class="replay-more">
      {collection !== undefined && <PositionGames replay={replay} collection={collection} />}
      {spent.length > 1 && spent.some((ms) => ms > 0) && (
        <TimeChart spent={spent} ply={replay.ply.value} onPly={(to) => replay.go(to)} game={game} />
      )}
      <Export replay={replay} />
    </div>
  );
}
