import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Board } from '../../board/board';
import type { GameView } from '../../games/game';
import { opposite } from '../../protocol/types';
import { BoardView } from '../parts/board_view';
import { MoveList, MoveStrip, NotationTabs, StepButtons } from '../parts/move_list';
import { useServices } from '../services';
import { ActionBar } from './action_bar';
import { Chat, ChatPreview } from './chat';
import { DiscBar } from './disc_bar';
import { InfoCard, SpectatorsCard } from './info_card';
import { InviteCard } from './invite_card';
import { PhoneBar, PhoneButtons } from './phone';
import { PlaceButtons } from './place_buttons';
import { PlayerBar } from './player_bar';
import type { RoomModel } from './room_model';
import { StatusBar } from './status_bar';
import { Table } from './table';
import { useRoomKeys } from './use_room_keys';
import { useRoomSounds } from './use_room_sounds';
import { useTitle } from './use_title';

/** Which drawer a phone shows over the board. */
export type Sheet = 'moves' | 'chat' | null;

export function RoomView({ model, game }: { model: RoomModel; game: GameView }) {
  const { preferences } = useServices();
  const { t } = preferences;
  const table = useMemo(() => new Table(model, game, preferences.settings), [model, game]);
  const placing = useMemo(() => signal<string | null>(null), [table]);
  const sheet = useMemo(() => signal<Sheet>(null), [table]);
  const board = useMemo(() => ({ current: null as Board | null }), [table]);
  const spoken = useRoomSounds(table);
  useRoomKeys(table);
  useTitle(table);

  const room = table.room.value;
  const bottom = table.bottom.value;
  const list = {
    game,
    moves: room.moves,
    notations: room.notations,
    ply: model.shownPly.value,
    onPly: (ply: number) => model.browse(ply),
  };
  const waiting = room.state.status === 'waiting';
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
      </div>
      <section class="room-board" aria-label={t('settings.board')}>
        <BoardView
          game={game}
          state={table.state}
          settings={table.settings}
          onMove={(move) => model.play(move)}
          onPending={(move) => (placing.value = move)}
          onReady={(ready) => (board.current = ready)}
        />
      </section>
      <div class="room-panel card">
        <PlayerBar table={table} side={opposite(bottom)} place="top" />
        {waiting ? (
          <InviteCard room={room} />
        ) : (
          <section class="room-moves" aria-label={t('moves.list')}>
            {game.id === 'xiangqi' && <NotationTabs />}
            <StepButtons ply={list.ply} plies={room.moves.length} onPly={list.onPly} />
            <MoveList {...list} />
          </section>
        )}
        {game.id === 'antireversi' && <DiscBar room={room} />}
        <StatusBar table={table} />
        <ActionBar table={table} />
        <PlayerBar table={table} side={bottom} place="bottom" />
      </div>
      <div class="phone-only phone-extra">
        <MoveStrip {...list} />
        <PlaceButtons game={game} placing={placing.value} board={board} />
        <ChatPreview room={room} onOpen={() => (sheet.value = 'chat')} />
      </div>
      <PhoneButtons table={table} sheet={sheet} />
      <p class="hidden" aria-live="assertive">
        {spoken.value}
      </p>
    </main>
  );
}
