import roomStyle from '../../style/room.css?inline';
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isNotFound } from '../../protocol/connection';
import { BoardPlaceholder } from '../boards/board_placeholder';
import { NotFoundPage } from '../pages/not_found_page';
import { useGame } from '../boards/use_game';
import { needed } from '../services/reload';
import { useServices } from '../services/services';
import { InviteCard } from './cards/later';
import { RoomModel } from './model/room_model';
import { RoomView } from './room_view';
import { adoptStyles } from '../core/style';
import { useRenderStack } from './use_stack';
import { layout } from '../core/layout';

adoptStyles(roomStyle);

export { RoomPage as view };

/** Joins the room of `gameId` and shows it as soon as both the game's state and its drawing are here. */
function RoomPage({ gameId }: { gameId: string }) {
  const services = useServices();
  const model = useMemo(() => new RoomModel(gameId, services), [gameId]);
  useLayoutEffect(() => {
    // Before anything is painted: `onConnected` comes within it where the connection is there, and the join is sent
    // at once.
    const stop = services.socket.subscribe(model);
    return () => {
      model.destroy();
      stop();
    };
  }, [model]);
  const full = model.room.value?.full;
  const game = useGame(full);
  const invited = useInvitation(model.room.value?.state.status === 'waiting');
  const laidOut = useRenderStack() !== null || layout.value !== 'stack';
  const shown = useRef<RoomModel | null>(null);
  const failure = model.failure.value;
  if (failure !== null)
    return <NotFoundPage text={isNotFound(failure) ? undefined : services.toasts.describe(failure)} />;
  // A room that is seen stays, whatever else it comes to want: a stone may wait in it, or a line half written.
  const isReady = shown.current === model || (invited && laidOut);
  if (!model.room.value || !game || !isReady) return <BoardPlaceholder />;
  shown.current = model;
  return <RoomView model={model} game={game} />;
}

/** Whether the invitation can be drawn, where one is `wanted`: on phones it stands above the board, which must not
 *  jump. */
function useInvitation(wanted: boolean): boolean {
  const { preferences } = useServices();
  const [ready, setReady] = useState(false);
  useEffect(() => {
    if (wanted) needed(InviteCard.prepare(preferences), () => setReady(true));
  }, [wanted]);
  return ready || !wanted;
}
