import {
  isInRounds,
  type Round,
  type RoundTable,
  type TableGame,
  type Tournament,
} from '../../protocol/tournaments';
import { isolated } from '../parts/isolated';
import { RouteLink } from '../parts/route_link';
import { Select } from '../parts/select';
import { useServices } from '../services/services';
import { isForfeited, pointsOf } from './game_points';
import { TableRuling } from './table_ruling';

interface Props {
  readonly tournament: Tournament;
  readonly round: Round;
  readonly onRound: (round: number) => void;
  readonly onDone: () => void;
}

/** Who meets whom in a round, which may be chosen. */
export function RoundCard({ tournament, round, onRound, onDone }: Props) {
  const { t } = useServices().preferences;
  const { players, paired, rounds, phase } = tournament;
  const name = (player: number): string => players[player - 1]?.name ?? '';
  const title = isInRounds(tournament.format)
    ? t('tournament.round.of', { n: round.number, all: Math.max(rounds, paired) })
    : `${t('tournament.round')} ${round.number}`;
  return (
    <section class="card list-card" aria-labelledby="round">
      <div class="card-head">
        <h2 id="round">{title}</h2>
        {paired > 1 && (
          <Select
            label={t('tournament.round')}
            value={String(round.number)}
            options={Array.from({ length: paired }, (_, i) => String(i + 1))}
            // The last one is followed by the next.
            onChange={(number) => onRound(Number(number) === paired ? 0 : Number(number))}
          />
        )}
      </div>
      <ul class="rows">
        {round.tables.map((table, i) => (
          <li key={`${round.number} ${i}`} class="game-row tournament-table">
            <span class="dim">{i + 1}</span>
            <span class="stack">
              {table.games.map((game, n) => (
                <Game key={n} table={table} game={game} name={name} counts={phase !== 'cancelled'} />
              ))}
            </span>
            {tournament.own && phase !== 'cancelled' && !round.annulled && (
              <TableRuling
                key={String(table.games.map(({ annulled, result }) => annulled ?? result !== undefined))}
                tournament={tournament}
                table={table}
                place={{ round: round.number, table: i + 1 }}
                name={name}
                onDone={onDone}
              />
            )}
          </li>
        ))}
        {round.rests.map(({ player, kind }) => (
          <li key={`rest ${player}`} class="game-row tournament-rest muted">
            <span class="cut">{t(`tournament.rest.${kind}`, { name: name(player) })}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface GameProps {
  readonly table: RoundTable;
  readonly game: TableGame;
  readonly name: (player: number) => string;
  /** Not of a tournament that was cancelled. */
  readonly counts: boolean;
}

/** Who began it stands first. A game without a result leads to its room, one with a result to its replay. */
function Game({ table, game, name, counts }: GameProps) {
  const { t } = useServices().preferences;
  const other = game.first === table.first ? table.second : table.first;
  const names = `${isolated(name(game.first))} – ${isolated(name(other))}`;
  const { gameId, result, corrected, annulled } = game;
  const untold = annulled || !counts ? '–' : t('tournament.playing');
  const text = annulled ? <s>{names}</s> : names;
  return (
    <span class="row wrap">
      {gameId === undefined ? (
        <b class="cut">{text}</b>
      ) : (
        <RouteLink to={result ? { page: 'replay', gameId, ply: null } : { page: 'room', gameId }}>
          <b class="cut">{text}</b>
        </RouteLink>
      )}
      <span class={result ? 'tag' : 'muted'}>{pointsOf(game)?.join(' – ') ?? untold}</span>
      {isForfeited(game) && <span class="muted">{t('tournament.forfeit')}</span>}
      {corrected !== undefined && <span class="muted">{corrected}</span>}
    </span>
  );
}
