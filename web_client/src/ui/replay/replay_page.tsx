import '../../style/room.css';
import '../../style/replay.css';
import { useEffect, useState } from 'preact/hooks';
import { room } from '../../i18n/en/room';
import { replay } from '../../i18n/en/replay';
import { fetchGame, type GameRecord } from '../../protocol/http';
import { LostPage } from '../pages/lost_page';
import { useGame } from '../room/room_page';
import { useServices } from '../services';
import { ReplayView } from './replay_view';

export const english = { ...room, ...replay };

/** Fetches a game and lets one walk through it. */
export function ReplayPage({ gameId, ply }: { gameId: string; ply: number | null }) {
  const { preferences, toasts } = useServices();
  const [record, setRecord] = useState<GameRecord | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  useEffect(() => {
    fetchGame(gameId).then(setRecord, (error: unknown) => setFailure(toasts.describe(error)));
  }, [gameId]);
  const game = useGame(record?.game, record?.size);
  if (failure !== null) return <LostPage text={failure} />;
  if (!record || !game)
    return (
      <main class="lost" aria-busy="true">
        <span class="spinner" />
        <p class="muted">{preferences.t('replay.loading')}</p>
      </main>
    );
  return <ReplayView record={record} game={game} start={ply} />;
}
