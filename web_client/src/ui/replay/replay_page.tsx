import roomStyle from '../../style/room.css?inline';
import replayStyle from '../../style/replay.css?inline';
import { useEffect, useState } from 'preact/hooks';
import { replayWords as words } from '../../i18n/replay_words';
import { fetchGame, type GameRecord } from '../../protocol/records';
import { LostPage } from '../pages/lost_page';
import { isNotFound } from '../../protocol/connection';
import { ReplayPlaceholder } from '../parts/board_placeholder';
import { useGame } from '../room/room_page';
import { useServices } from '../services';
import { AnalysisPage } from './analysis_page';
import { ReplayView } from './replay_view';
import { adopt } from '../parts/style';

adopt(roomStyle, replayStyle);

export { AnalysisPage, ReplayPage as view, words };

/** Fetches a game and lets one walk through it. */
function ReplayPage({ gameId, ply }: { gameId: string; ply: number | null }) {
  const { preferences, toasts } = useServices();
  const [record, setRecord] = useState<GameRecord | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    fetchGame(gameId).then(setRecord, (error: unknown) =>
      setFailure(isNotFound(error) ? preferences.t('error.no_game') : toasts.describe(error)),
    );
  }, [gameId]);
  const game = useGame(record);
  if (failure !== null) return <LostPage text={failure} />;
  if (!record || !game) return <ReplayPlaceholder />;
  return <ReplayView record={record} game={game} start={ply} />;
}
