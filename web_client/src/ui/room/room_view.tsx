import { signal, type Signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { Board } from '../../board/board';
import type { GameView } from '../../games/game';
import { opposite } from '../../protocol/types';
import { BoardView } from '../parts/board_view';
import { MoveList, MoveStrip, NotationTabs, StepButtons, type MoveListProps } from '../parts/move_list';
import { useServices } from '../services';
import { ActionBar } from './action_bar';
import { Chat, ChatPreview } from './chat';
import { DiscBar } from './disc_bar';
import { InfoCard, SpectatorsCard } from './info_card';
import { PhoneBar, PhoneButtons, RareButtons } from './phone';
import { PlaceButtons } from './place_buttons';
import { PlayerBar } from './player_bar';
import { HostTools, InviteCard, TextBoard } from './rare_parts';
import type { RoomModel } from './room_model';
import { StatusBar } from './status_bar';
import { Table } from './table';
import { TypeMove } from './type_move';
import { useRoomKeys } from './use_room_keys';
import { useRoomSounds } from './use_room_sounds';
import { useTitle } from './use_title';

/** Which drawer a phone shows over the board; tablets show the chat in place of the moves. */
export type Sheet = 'moves' | 'chat' | null;

export function RoomView({ model, game }: { model: RoomModel; game: GameView }) {
  const { identity, link, preferences } = useServices();
  const { t } = preferences;
  const table = useMemo(() => new Table(model, game, preferences.settings), [model, game]);
  const placing = useMemo(() => signal<string | null>(null), [table]);
  const sheet = useMemo(() => signal<Sheet>(null), [table]);
  const board = useMemo(() => ({ current: null as Board | null }), [table]);
  const browse = useMemo(() => (ply: number) => model.browse(ply), [model]);
  const spoken = useRoomSounds(table);
  useRoomKeys(table, spoken);
  useTitle(table);
  useAdvice(table);

  const room = table.room.value;
  const bottom = table.bottom.value;
  // Once the board stands: it does not wait for the names of old moves.
  useEffect(() => void model.nameMoves(), [room.full]);
  // Whoever opened the room holds the token of its seat.
  const keepsOrder = link.host.value || identity.seatOf(model.gameId) !== undefined;
  const list = {
    game,
    moves: room.moves,
    notations: room.notations,
    ply: model.shownPly.value,
    onPly: browse,
  };
  return (
    <main class="room" data-game={game.id} data-sheet={sheet.value ?? 'none'}>
      <h1 class="hidden">
        {t(`game.${game.id}`)} · {t('room.code', { code: room.full.code ?? '' })}
      </h1>
      <PhoneBar room={room} />
      <div class="room-side stack">
        <InfoCard room={room} game={game} />
        <Chat model={model} room={room} onClose={() => (sheet.value = null)} />
        <SpectatorsCard room={room} />
        {keepsOrder && <HostTools model={model} room={room} />}
      </div>
      <section class="room-board" aria-label={t('settings.board')}>
        <BoardView
          game={game}
          state={table.state}
          settings={table.settings}
          onMove={(move) => model.play(move)}
          onCancel={() => model.withdrawPremove()}
          onPending={(move) => (placing.value = move)}
          onReady={(ready) => (board.current = ready)}
        />
        {preferences.settings.value.textBoard && <TextBoard table={table} game={game} />}
      </section>
      <div class="room-panel card">
        <PlayerBar table={table} side={opposite(bottom)} place="top" />
        {room.state.status === 'waiting' ? (
          <InviteCard room={room} />
        ) : (
          <Moves table={table} list={list} sheet={sheet} />
        )}
        {game.id === 'antireversi' && <DiscBar room={room} />}
        <StatusBar table={table} />
        <ActionBar table={table} />
        <PlayerBar table={table} side={bottom} place="bottom" />
      </div>
      <div class="phone-only phone-extra">
        <MoveStrip {...list} />
        <PlaceButtons game={game} placing={placing.value} board={board} />
        <ChatPreview model={model} room={room} onOpen={() => (sheet.value = 'chat')} />
      </div>
      <PhoneButtons table={table} sheet={sheet} />
      <p class="hidden" aria-live="assertive">
        {spoken.value}
      </p>
    </main>
  );
}

interface MovesProps {
  readonly table: Table;
  readonly list: MoveListProps;
  readonly sheet: Signal<Sheet>;
}

/** The list of moves with its buttons; on a tablet, which has no room for a third column, also the chat. */
function Moves({ table, list, sheet }: MovesProps) {
  const { t } = useServices().preferences;
  const { model, game } = table;
  const room = table.room.value;
  const chatting = sheet.value === 'chat';
  return (
    <section class="room-moves" aria-label={t('moves.list')}>
      <div class="tabs tablet-tabs">
        <button aria-pressed={!chatting} onClick={() => (sheet.value = null)}>
          {t('do.moves')}
        </button>
        <button aria-pressed={chatting} onClick={() => (sheet.value = 'chat')}>
          {t('do.chat')} {room.chat.length > 0 && <small>{room.chat.length}</small>}
        </button>
      </div>
      {chatting && <Chat model={model} room={room} onClose={() => (sheet.value = null)} />}
      {game.id === 'xiangqi' && <NotationTabs />}
      <StepButtons ply={list.ply} plies={room.moves.length} onPly={list.onPly} />
      <MoveList {...list} />
      {room.full.you !== null && room.state.status === 'playing' && <TypeMove model={model} />}
      <RareButtons table={table} />
    </section>
  );
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
