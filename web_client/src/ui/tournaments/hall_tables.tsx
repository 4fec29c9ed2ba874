import type { Clock, Side } from '../../protocol/types';
import type { RoundTable, TableGame, Tournament } from '../../protocol/tournaments';
import { ClockText } from '../parts/clock_text';
import { useServices } from '../services/services';
import { pointsOf } from './game_points';
import { useClocks } from './use_clocks';
import { useRotation } from './use_rotation';

/** As many as a screen has room for, and as a page may watch. */
const TABLES_AT_A_TIME = 16;

/** All tables of the last round, or that an arena plays, so many at a time, and who rests. */
export function HallTables({ tournament }: { tournament: Tournament }) {
  const { t } = useServices().preferences;
  const { round, players } = tournament;
  const tables = (round?.tables ?? []).map((table, i) => ({ table, number: i + 1 }));
  const part = useRotation(tables, TABLES_AT_A_TIME);
  const clocks = useClocks(part.flatMap(({ table }) => playedNow(table.games.at(-1))));
  const rests = (round?.rests ?? []).map(({ player, kind }) =>
    t(`tournament.rest.${kind}`, { name: players[player - 1]?.name ?? '' }),
  );
  return (
    <section class="hall-tables" aria-label={t('tournament.tables')}>
      <ul>
        {part.map(({ table, number }) => (
          <HallTable key={number} tournament={tournament} table={table} number={number} clocks={clocks} />
        ))}
      </ul>
      {rests.length > 0 && <p class="cut">{rests.join(' · ')}</p>}
    </section>
  );
}

const playedNow = (game: TableGame | undefined): readonly string[] =>
  game?.gameId === undefined || game.result || game.annulled ? [] : [game.gameId];

interface Props {
  readonly tournament: Tournament;
  readonly table: RoundTable;
  readonly number: number;
  readonly clocks: ReadonlyMap<string, Clock>;
}

/** Who begins stands above. Beside the names their clocks; when it is over, what it gave them. */
function HallTable({ tournament, table, number, clocks }: Props) {
  const { players } = tournament;
  const game = table.games.at(-1);
  const begins = game?.first ?? table.first;
  const other = begins === table.first ? table.second : table.first;
  const clock = clocks.get(game?.gameId ?? '');
  const result = game && pointsOf(game);
  const seats = [
    { player: begins, side: 'first' },
    { player: other, side: 'second' },
  ] as const;
  return (
    <li class={result ? 'over' : ''}>
      <span class="hall-number">{number}</span>
      {seats.map(({ player, side }, i) => (
        <span key={side} class="hall-player">
          <bdi class="cut">{players[player - 1]?.name}</bdi>
          {result && <b>{result[i]}</b>}
          {!result && clock && <HallClock tournament={tournament} clock={clock} side={side} />}
        </span>
      ))}
    </li>
  );
}

function HallClock({ tournament, clock, side }: { tournament: Tournament; clock: Clock; side: Side }) {
  const { socket } = useServices();
  return (
    <ClockText
      clock={clock}
      time={{ initial: tournament.initialMs, increment: tournament.incrementMs }}
      turn={clock.running ?? 'first'}
      side={side}
      now={() => socket.time.at(performance.now())}
      moveLimit={(text) => text}
      periods={String}
    />
  );
}
