import type { ComponentType } from 'preact';
import { useCallback, useEffect, useMemo } from 'preact/hooks';
import type { Board } from '../../board/board';
import type { GameView } from '../../games/game';
import { opposite } from '../../protocol/types';
import { BoardView } from '../parts/board_view';
import { isNarrow } from '../parts/narrow';
import { useBackCloses } from '../parts/use_back';
import { MoveList, MoveStrip, NotationTabs, type MoveListProps } from '../parts/move_list';
import { useServices } from '../services';
import { ActionBar } from './action_bar';
import { Chat, ChatPreview } from './chat';
import { DiscBar } from './disc_bar';
import { InfoCard, SpectatorsCard } from './info_card';
import { PhoneBar, PhoneButtons, FurtherButtons } from './phone';
import { PlaceButtons } from './place_buttons';
import { PlayerBar } from './player_bar';
import { BotThought, HostTools, InviteCard, TextBoard } from './room_parts';
import type { RoomModel } from './room_model';
import { Drawers } from './sheet';
import { StatusBar } from './status_bar';
import { StepButtons } from './step_buttons';
import { Table } from './table';
import { TabTitle } from './tab_title';
import { TypeMove } from './type_move';
import { usePart } from './use_part';
import { useRoomKeys } from './use_room_keys';
import { useRoomSounds } from './use_room_sounds';

export function RoomView({ model, game }: { model: RoomModel; game: GameView }) {
  const { identity, link, preferences } = useServices();
  const { t } = preferences;
  const table = useMemo(() => new Table(model, game, preferences.settings), [model, game]);
  const drawers = useMemo(() => new Drawers(), [table]);
  const sheet = drawers.sheet.value;
  const board = useMemo(() => ({ current: null as Board | null }), [table]);
  const spoken = useRoomSounds(table);
  useRoomKeys(table, spoken);
  useAdvice(table);

  const full = usePart(table, (room) => room.full);
  const waiting = usePart(table, ({ state }) => state.status === 'waiting');
  const bottom = table.bottom.value;
  const narrow = isNarrow.value;
  // Once the board stands: it does not wait for the names of old moves.
  useEffect(() => {
    if (game.notations) void model.nameMoves();
  }, [full]);
  useBackCloses(narrow && sheet !== null, () => drawers.show(null));
  const keepsOrder = link.host.value || (full.host ?? identity.seatOf(model.gameId)?.host ?? false);
  return (
    <main class="room" data-game={game.id} data-sheet={sheet ?? 'none'}>
      <h1 class="hidden">
        {t(`game.${game.id}`)} · {t('room.code', { code: full.code ?? '' })}
      </h1>
      <TabTitle table={table} />
      {narrow && <PhoneBar table={table} />}
      <div class="room-side stack">
        <InfoCard table={table} />
        <Chat table={table} drawers={drawers} />
        <SpectatorsCard table={table} />
        {keepsOrder && <HostTools table={table} />}
      </div>
      <section class="room-board" aria-label={t('settings.board')}>
        <BoardView
          game={game}
          state={table.state}
          settings={table.settings}
          onMove={(move) => model.play(move)}
          onCancel={() => model.command({ do: 'withdrawPremove' })}
          onPending={(move) => table.place(move)}
          onReady={(ready) => (board.current = ready)}
        />
        {preferences.settings.value.textBoard && <TextBoard table={table} game={game} />}
      </section>
      <div class="room-panel card">
        <PlayerBar table={table} side={opposite(bottom)} place="top" />
        {waiting ? <InviteCard code={full.code ?? ''} /> : <Moves table={table} drawers={drawers} />}
        {game.score && <DiscBar table={table} score={game.score} />}
        <StatusBar table={table} />
        <ActionBar table={table} />
        <PlayerBar table={table} side={bottom} place="bottom" />
      </div>
      <div class="phone-only phone-extra">
        {narrow && <Made table={table} as={MoveStrip} />}
        <PlaceButtons game={game} placing={table.placing} board={board} />
        {narrow && <ChatPreview table={table} drawers={drawers} />}
      </div>
      {narrow && <PhoneButtons table={table} drawers={drawers} />}
      <p class="hidden" aria-live="assertive">
        {spoken}
      </p>
    </main>
  );
}

interface MovesProps {
  readonly table: Table;
  readonly drawers: Drawers;
}

/** The list of moves with its buttons; on a tablet, which has no room for a third column, also the chat. */
function Moves({ table, drawers }: MovesProps) {
  const { preferences } = useServices();
  const { t } = preferences;
  const lines = usePart(table, ({ chat }) => chat.length);
  const plays = usePart(table, ({ full, state }) => full.you !== null && state.status === 'playing');
  const { thoughts } = preferences.settings.value;
  const thinks =
    usePart(table, ({ full }) => !full.rated && full.players.some(({ level }) => level)) && thoughts;
  const chatting = drawers.sheet.value === 'chat';
  return (
    <section class="room-moves" aria-label={t('moves.list')}>
      <div class="tabs tablet-tabs">
        <button aria-pressed={!chatting} onClick={() => drawers.show(null)}>
          {t('do.moves')}
        </button>
        <button aria-pressed={chatting} onClick={() => drawers.show('chat')}>
          {t('do.chat')} {lines > 0 && <small>{lines}</small>}
        </button>
      </div>
      {chatting && <Chat table={table} drawers={drawers} />}
      {table.game.notations && <NotationTabs />}
      <StepButtons table={table} />
      <Made table={table} as={MoveList} />
      {thinks && <BotThought table={table} />}
      {plays && <TypeMove model={table.model} example={table.game.example} />}
      {isNarrow.value && <FurtherButtons table={table} />}
    </section>
  );
}

/** The moves that were made, as a list or as a strip. */
function Made({ table, as: List }: { table: Table; as: ComponentType<MoveListProps> }) {
  const { game, model } = table;
  const browse = useCallback((ply: number) => model.browse(ply), [model]);
  const { moves, notations } = table.room.value;
  return <List game={game} moves={moves} notations={notations} ply={model.shownPly.value} onPly={browse} />;
}

/** Explains a premove the first time that somebody makes one: who does not know them takes them for a fault. */
function useAdvice(table: Table): void {
  const { preferences, toasts } = useServices();
  const made = table.model.premove.value !== null;
  useEffect(() => {
    if (!made || preferences.settings.value.advised) return;
    preferences.change({ advised: true });
    toasts.say(preferences.t('room.premove.about'));
  }, [made]);
}
