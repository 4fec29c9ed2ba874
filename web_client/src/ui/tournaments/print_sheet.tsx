import printStyle from '../../style/tournament_print.css?inline';
import { useEffect } from 'preact/hooks';
import { ask } from '../../protocol/http';
import { tournamentFile, type RoundTable, type Tournament } from '../../protocol/tournaments';
import { timeName } from '../../state/time_control';
import { adoptStyles } from '../core/style';
import { useAsync } from '../core/use_async';
import { useServices } from '../services/services';
import { crossTable } from './cross_table';
import { pointsOf } from './game_points';
import { pointsText } from './standings';
import type { SheetKind } from './sheets';

adoptStyles(printStyle);

export { PrintSheet as view };

interface Props {
  readonly tournament: Tournament;
  readonly kind: SheetKind;
  readonly onDone: () => void;
}

const fetchCrossTable = async (id: string): Promise<readonly (readonly string[])[]> =>
  crossTable(await (await ask(tournamentFile(id, 'format=csv'))).text());

/** A sheet that the browser prints, which then goes. */
function PrintSheet({ tournament, kind, onDone }: Props) {
  const { toasts } = useServices();
  const { id } = tournament;
  const { value, error } = useAsync(kind === 'crossTable' ? () => fetchCrossTable(id) : null, [id, kind]);
  const isReady = kind !== 'crossTable' || value !== null;
  useEffect(() => {
    if (error === null) return;
    toasts.showError(error);
    onDone();
  }, [error]);
  useEffect(() => {
    if (!isReady) return;
    addEventListener('afterprint', onDone);
    print();
    return () => removeEventListener('afterprint', onDone);
  }, [isReady]);
  if (!isReady) return null;
  return (
    <div class="tournament-sheet" aria-hidden="true">
      {kind === 'pairings' && <Pairings tournament={tournament} />}
      {kind === 'slips' && <Slips tournament={tournament} />}
      {value && <CrossTable name={tournament.name} rows={value} />}
    </div>
  );
}

/** Who begins, the other, and what the last game of the table has come to. */
function useTables({ players, round }: Tournament) {
  const nameOf = (number: number): string => players[number - 1]?.name ?? '';
  const playersOf = ({ first, second, games }: RoundTable) => {
    const last = games.at(-1);
    const [one, other] = last?.first === second ? [second, first] : [first, second];
    const result = last && pointsOf(last)?.join(' – ');
    return { first: nameOf(one), second: nameOf(other), result: result ?? '–' };
  };
  return { tables: (round?.tables ?? []).map(playersOf), rests: round?.rests ?? [], nameOf };
}

function Pairings({ tournament }: { tournament: Tournament }) {
  const { t } = useServices().preferences;
  const { tables, rests, nameOf } = useTables(tournament);
  return (
    <>
      <h2>{tournament.name}</h2>
      <p>
        {t('tournament.round')} {tournament.round?.number}
      </p>
      <table>
        <tbody>
          {tables.map(({ first, second, result }, i) => (
            <tr key={i}>
              <th scope="row">{i + 1}</th>
              <td>{first}</td>
              <td>{second}</td>
              <td>{result}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {rests.map(({ player, kind }) => (
        <p key={player}>{t(`tournament.rest.${kind}`, { name: nameOf(player) })}</p>
      ))}
    </>
  );
}

/** For each table of the round: whom it is of, the result to be marked, and where both sign. */
function Slips({ tournament }: { tournament: Tournament }) {
  const { t } = useServices().preferences;
  const { tables } = useTables(tournament);
  const { initialMs, incrementMs, name, round, game } = tournament;
  const facts = [t(`game.${game}`), timeName({ initial: initialMs, increment: incrementMs })].join(' · ');
  return (
    <>
      {tables.map(({ first, second }, i) => (
        <section key={i} class="slip">
          <h2>{name}</h2>
          <p>
            {t('tournament.round')} {round?.number} · {t('tournament.slip.table', { n: i + 1 })} · {facts}
          </p>
          <div class="slip-players">
            {[first, second].map((player, side) => (
              <p key={side}>
                <b>{player}</b>
                <span class="slip-line">{t('tournament.slip.signed')}</span>
              </p>
            ))}
          </div>
          <p class="slip-results">
            {['1 – 0', '½ – ½', '0 – 1'].map((text) => (
              <span key={text}>
                <i class="slip-box" /> {text}
              </span>
            ))}
          </p>
        </section>
      ))}
    </>
  );
}

/** In words of no language: `5a ½`; what was forfeited has its sign, and a round without a game its points alone. */
const cellText = (text: string): string =>
  text
    .replace('forfeitWin', '+')
    .replace('forfeitLoss', '−')
    .replace(/^[A-Za-z]+ /, '')
    .replace(/[\d.]+$/, (points) => pointsText(Number(points)));

/** As the file has it: number, rank, name, points, tie-breaks, rounds. */
function CrossTable({ name, rows }: { name: string; rows: readonly (readonly string[])[] }) {
  const { t, named } = useServices().preferences;
  const [head = [], ...players] = rows;
  const titles: Readonly<Record<string, string>> = {
    number: '№',
    rank: t('leaderboard.rank'),
    name: t('leaderboard.player'),
    points: t('tournament.points'),
  };
  const title = (text: string): string =>
    text.startsWith('round ') ? text.slice(6) : (titles[text] ?? named('tournament.tie', text, text));
  return (
    <>
      <h2>{name}</h2>
      <table>
        <thead>
          <tr>
            {head.map((text) => (
              <th key={text} scope="col">
                {title(text)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {players.map((cells) => (
            <tr key={cells[0]}>
              {cells.map((text, i) => (
                <td key={i}>{head[i] === 'name' ? text : cellText(text)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
