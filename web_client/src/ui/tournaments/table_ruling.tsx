import { useState } from 'preact/hooks';
import {
  tableResults,
  type RoundTable,
  type TableResult,
  type Tournament,
  type TournamentAct,
} from '../../protocol/tournaments';
import { Select } from '../parts/select';
import { useServices } from '../services/services';
import { NoteField } from './note_field';
import { useAct } from './use_act';

interface Props {
  readonly tournament: Tournament;
  readonly table: RoundTable;
  readonly place: { readonly round: number; readonly table: number };
  readonly name: (player: number) => string;
  readonly onDone: () => void;
}

/**
 * What the director may do to the last game of a table that counts, with a reason that stands there for all: set the
 * result of one that is over, exchange the seats of one that runs, let either be played again. The game is named, so
 * that a second press is not of the game in its place. Anew when a game begins or ends: a reason is not that of the
 * next. While it is open the page leaves the round as it is.
 */
export function TableRuling({ tournament, table, place, name, onDone }: Props) {
  const { t } = useServices().preferences;
  const act = useAct(tournament.id, onDone);
  const [chosen, choose] = useState<TableResult | null>(null);
  const [note, setNote] = useState('');
  const last = table.games.findLastIndex(({ annulled }) => !annulled);
  const over = table.games.findLastIndex((game) => game.result && !game.annulled);
  const game = table.games[over];
  const result = chosen ?? game?.result ?? 'draw';
  const isRunning = last > over;
  const isPlayed = tournament.phase === 'running' && tournament.format !== 'arena';
  if (last < 0 || (!game && tournament.phase !== 'running')) return null;
  const other = game?.first === table.first ? table.second : table.first;
  const send = (event: SubmitEvent): void => {
    event.preventDefault();
    const what = (event.submitter as HTMLButtonElement | null)?.value as TournamentAct | undefined;
    if (what === 'exchange' || what === 'replay') void act(what, { ...place, game: last + 1, note }, event);
    else if (game) void act('result', { ...place, game: over + 1, result, note }, event);
  };
  return (
    <details class="table-ruling">
      <summary>{t('tournament.correct')}</summary>
      <form class="stack" onSubmit={send}>
        {/* What Enter in a field would press. */}
        <button hidden disabled />
        {game && (
          <Select
            label={t('games.result')}
            value={result}
            options={tableResults}
            nameOf={(one) =>
              t(`tournament.result.${one as TableResult}`, {
                name: name(one === 'first' ? game.first : other),
              })
            }
            onChange={(one) => choose(one as TableResult)}
          />
        )}
        <NoteField value={note} onChange={setNote} />
        <span class="row wrap">
          {game && (
            <button class="button small" value="result">
              {t('tournament.correct')}
            </button>
          )}
          {isPlayed && (
            <button class="button small" value="replay">
              {t('tournament.replay')}
            </button>
          )}
          {isRunning && (
            <button class="button small" value="exchange">
              {t('tournament.exchange')}
            </button>
          )}
        </span>
      </form>
    </details>
  );
}
