import { replayWords as words } from '../../i18n/areas/replay_words';
import { fetchLibraryGame, type WholeLibraryGame } from '../../protocol/collections';
import { isNotFound } from '../../protocol/connection';
import type { GameRecord } from '../../protocol/records';
import { ReplayPlaceholder } from '../boards/board_placeholder';
import { useGame } from '../boards/use_game';
import { useAsync } from '../core/use_async';
import { LoadError } from '../parts/load_error';
import { NotFoundPage } from '../pages/not_found_page';
import { knownDate } from '../people/library_row';
import { ReplayView } from '../replay/replay_view';
import { useServices } from '../services/services';

export { GamePage as view, words };

/** A game of a collection as replays know them. */
function recordOf(collection: string, game: WholeLibraryGame): GameRecord {
  const { number, game: name, rule, size, players, result, reason = null, positions, notations } = game;
  const { event, round, site, date, openingCode, startPos, moves, plies } = game;
  const person = (side: 0 | 1) => ({ ...players[side], online: false });
  return {
    gameId: '',
    collection: { id: collection, number },
    source: 'collection',
    game: name,
    rule,
    ...(size !== undefined && { size }),
    you: null,
    players: [person(0), person(1)],
    time: null,
    rated: false,
    startPos,
    event: [event, round, site, knownDate(date)].filter(Boolean).join(' · '),
    tags: {
      Event: event ?? '',
      Site: site ?? '',
      Round: round ?? '',
      Date: date?.replaceAll('-', '.') ?? '',
    },
    state: {
      moves: moves.join(' '),
      ply: plies,
      turn: 'first',
      pos: positions.at(-1) ?? startPos,
      clock: null,
      status: 'finished',
      result,
      reason,
      ...(openingCode !== undefined && { openingCode }),
    },
    chat: [],
    v: 0,
    positions,
    notations,
  };
}

interface Props {
  readonly id: string;
  readonly number: number;
  readonly ply: number | null;
}

/**
 * A game of a collection, to walk through and to try other moves in. Asked anew for another user, who may not see it.
 */
function GamePage({ id, number, ply }: Props) {
  const { account, preferences } = useServices();
  const user = account.user.value?.id ?? null;
  const ask = async (): Promise<GameRecord> =>
    recordOf(id, await fetchLibraryGame(account.token, id, number));
  const { value: record, error, retry } = useAsync(ask, [id, number, user]);
  const game = useGame(record);
  if (isNotFound(error)) return <NotFoundPage text={preferences.t('library.lost')} />;
  if (error !== null)
    return (
      <main class="lost">
        <LoadError error={error} onRetry={retry} />
      </main>
    );
  if (!record || !game) return <ReplayPlaceholder />;
  return <ReplayView record={record} game={game} start={ply} analyse={false} />;
}
