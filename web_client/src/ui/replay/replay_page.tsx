import { replayWords as words } from '../../i18n/areas/replay_words';
import { fetchGame } from '../../protocol/records';
import { NotFoundPage } from '../pages/not_found_page';
import { isNotFound } from '../../protocol/connection';
import { ReplayPlaceholder } from '../boards/board_placeholder';
import { LoadError } from '../parts/load_error';
import { useAsync } from '../core/use_async';
import { useGame } from '../boards/use_game';
import { useServices } from '../services/services';
import { ReplayView } from './replay_view';

export { ReplayPage as view, words };

interface Props {
  readonly gameId: string;
  readonly ply: number | null;
  readonly analyse?: boolean;
}

/** A game of the archive. It is fetched once: one that is still played does not go on here, but leads to its room. */
function ReplayPage({ gameId, ply, analyse = false }: Props) {
  const { preferences } = useServices();
  const { value: record, error, retry } = useAsync(() => fetchGame(gameId), [gameId]);
  const game = useGame(record);
  if (isNotFound(error)) return <NotFoundPage text={preferences.t('error.no_game')} />;
  if (error !== null)
    return (
      <main class="lost">
        <LoadError error={error} onRetry={retry} />
      </main>
    );
  if (!record || !game) return <ReplayPlaceholder />;
  return <ReplayView record={record} game={game} start={ply} analyse={analyse} />;
}
