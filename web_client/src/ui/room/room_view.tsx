import { useEffect, useLayoutEffect, useMemo } from 'preact/hooks';
import type { Board } from '../../board/board';
import type { GameView } from '../../games/kit/game';
import { isOver } from '../../state/room';
import { KeysPanel } from '../parts/keys';
import { isNarrow, layout } from '../core/layout';
import { useServices } from '../services/services';
import { renderColumns } from './columns';
import { PlaceButtons } from './actions/later';
import type { RoomModel } from './model/room_model';
import { Sheets } from './model/sheets';
import { RoomController } from './model/room_controller';
import { TabTitle } from './announce/tab_title';
import { useSeen } from './chat/unread';
import { useSelector } from './model/use_selector';
import { useRenderStack } from './use_stack';
import { useRoomKeys } from './use_room_keys';
import { useAnnouncer } from './announce/use_announcer';

/** The room that was shown last: the page of the rematch is another one, and nothing of this component is left then. */
let shown: { readonly ctrl: RoomController; readonly sheets: Sheets } | null = null;

/**
 * All of a room's page. The model is the page's; the controller and what belongs to it begin anew with another model.
 */
export function RoomView({ model, game }: { model: RoomModel; game: GameView }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const ctrl = useMemo(() => new RoomController(model, game, preferences.settings), [model, game]);
  const sheets = useMemo(() => {
    const isNext = shown?.ctrl.room.peek().nextId === model.gameId;
    return new Sheets(isNext ? shown?.sheets : undefined);
  }, [ctrl]);
  shown = { ctrl, sheets };
  const board = useMemo(() => ({ current: null as Board | null }), [ctrl]);
  useAnnouncer(ctrl);
  useRoomKeys(ctrl, sheets);
  useZen(ctrl);
  const full = useSelector(ctrl, (room) => room.full);
  // Once the board stands: it does not wait for the names of old moves.
  useEffect(() => {
    if (game.notations) void model.loadNotations();
    // A finger sets a stone down before anything else is asked for.
    if (game.hand === 'place') void PlaceButtons.prepare(preferences).catch(() => undefined);
  }, [full]);
  const canModerate = account.host.value || full.host === true;
  const waiting = useSelector(ctrl, ({ state }) => state.status === 'waiting');
  const over = useSelector(ctrl, ({ state }) => isOver(state));
  const shape = layout.value;
  const stack = useRenderStack();
  const narrow = isNarrow.value;
  useSeen(ctrl, sheets, shape === 'columns' || sheets.sheet.value === 'chat');
  const props = {
    ctrl,
    sheets,
    board,
    canModerate,
    waiting,
    over,
    narrow,
    wide: shape === 'columns',
  };
  return (
    <main class="room" data-layout={shape} data-sheet={sheets.sheet.value ?? 'none'}>
      <h1 class="hidden">
        {t(`game.${game.id}`)} · {t('room.code', { code: full.code ?? '' })}
      </h1>
      <TabTitle ctrl={ctrl} />
      {/* Functions, no components: a change of layout keeps the board and what waits on it. */}
      {(shape === 'stack' && stack ? stack : renderColumns)(props)}
      {sheets.panel.value === 'keys' && (
        <KeysPanel page="room" game={game} onClose={() => sheets.openPanel(null)} />
      )}
      <Spoken ctrl={ctrl} />
    </main>
  );
}

/** A polite live region: an announcement waits for the one before it. */
function Spoken({ ctrl }: { ctrl: RoomController }) {
  return (
    <div class="hidden spoken" role="log" aria-live="polite">
      {ctrl.announcements.value.map(({ id, text }) => (
        <p key={id}>{text}</p>
      ))}
    </div>
  );
}

/** Styles hang on the root: they hide what lies around the page. */
function useZen(ctrl: RoomController): void {
  const zen = ctrl.zen.value;
  useLayoutEffect(() => {
    document.documentElement.toggleAttribute('data-zen', zen);
    return () => document.documentElement.removeAttribute('data-zen');
  }, [zen]);
}
