import type { VNode } from 'preact';
import { useState } from 'preact/hooks';
import { loadGame } from '../../games/index';
import type { OpeningName } from '../../games/kit/game';
import { fetchResults, type ResultRow, type Results, type Tally } from '../../protocol/people';
import type { GameName } from '../../protocol/types';
import { LoadError } from '../parts/load_error';
import { ProgramMark } from '../parts/program_mark';
import { RouteLink } from '../parts/route_link';
import { useAsync } from '../core/use_async';
import { useServices } from '../services/services';

/** Rows of a list that the server tells at most, the most frequent ones. */
const MOST_ROWS = 20;

/** A card whose content is asked for when it is opened. */
export function OpenedCard({ title, content }: { title: string; content: () => VNode }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="card list-card results" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{title}</h2>
      </summary>
      {isOpen && content()}
    </details>
  );
}

/** How a player's last games went. */
export function ResultsCard({ name }: { name: string }) {
  const { t } = useServices().preferences;
  return <OpenedCard title={t('profile.results')} content={() => <LastGames name={name} />} />;
}

function LastGames({ name }: { name: string }) {
  const { t } = useServices().preferences;
  const { value: results, error, retry } = useAsync(() => fetchResults(name), [name]);
  if (error !== null) return <LoadError error={error} onRetry={retry} />;
  if (results === null) return <div class="space" aria-busy="true" />;
  if (results.counted === 0) return <p class="empty">{t('games.none')}</p>;
  const bySide = results.games.flatMap((one) => [
    one,
    ...results.sides.filter(({ game }) => game === one.game),
  ]);
  const isCut = results.more ?? false;
  const isFull = Math.max(results.openings.length, results.opponents.length) >= MOST_ROWS;
  return (
    <div>
      {(isCut || isFull) && <p class="muted">{t('profile.results.last', { n: results.counted })}</p>}
      <Rows title={t('lobby.game')} rows={bySide} />
      <Openings rows={results.openings} />
      <Rows title={t('games.opponent')} rows={results.opponents} />
    </div>
  );
}

type Names = ReadonlyMap<GameName, ReadonlyMap<string, OpeningName> | undefined>;

/** What these openings are called. */
async function openingNames(rows: readonly ResultRow[]): Promise<Names> {
  const games = new Set(rows.flatMap(({ game }) => game ?? []));
  const named = async (game: GameName) => [game, await (await loadGame(game)).openings?.()] as const;
  return new Map(await Promise.all([...games].map(named)));
}

/** By their codes, until their names are here. */
function Openings({ rows }: { rows: Results['openings'] }) {
  const { t, settings } = useServices().preferences;
  const { value: names } = useAsync(() => openingNames(rows), [rows]);
  const nameOf = ({ game, openingCode = '' }: ResultRow): string => {
    const name = game && names?.get(game)?.get(openingCode);
    return name ? `${name.code} ${name[settings.value.language]}` : openingCode;
  };
  return rows.length > 0 ? <Rows title={t('opening.label')} rows={rows} openingOf={nameOf} /> : null;
}

interface RowsProps {
  readonly title: string;
  readonly rows: readonly ResultRow[];
  readonly openingOf?: (row: ResultRow) => string;
}

function Rows({ title, rows, openingOf }: RowsProps) {
  const { t } = useServices().preferences;
  const label = (row: ResultRow) => {
    const { game, side, name, level = 0 } = row;
    if (name !== undefined) return <RouteLink to={{ page: 'player', name }}>{name}</RouteLink>;
    if (!game) return t('room.computerLevel', { n: level });
    return [t(`game.${game}`), side && t(`side.${game}.${side}`), openingOf?.(row)]
      .filter(Boolean)
      .join(' · ');
  };
  return (
    <section>
      <h3>{title}</h3>
      <ul class="rows">
        {rows.map((row) => (
          <li key={JSON.stringify(row)}>
            <span class="cut">{label(row)}</span>
            <ProgramMark program={row.program} />
            <Score {...row} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** In words and as a bar; `isPublic`: it says that others do not count. */
export function Score({ won, lost, drawn, isPublic = false }: Tally & { readonly isPublic?: boolean }) {
  const { t } = useServices().preferences;
  const score = t('profile.score', { won, lost, drawn });
  return (
    <div class="record">
      <p>{isPublic ? t('profile.public', { score }) : score}</p>
      <div class="record-bar" aria-hidden="true">
        <span class="won" style={{ flexGrow: won }} />
        <span class="drawn" style={{ flexGrow: drawn }} />
        <span style={{ flexGrow: lost }} />
      </div>
    </div>
  );
}
