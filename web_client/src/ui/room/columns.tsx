import type { ComponentChildren } from 'preact';
import { opposite } from '../../protocol/types';
import { ActionBar } from './actions/action_bar';
import { InfoCard } from './cards/info_card';
import { Moves } from './moves';
import { PlayerBar } from './players/player_bar';
import { RoomBoard, type LayoutProps } from './room_board';
import { MoveQuestion, PlaceButtons } from './actions/later';
import { HostTools, InviteCard } from './cards/later';
import { Chat } from './chat/later';
import { DiscBar } from './players/later';
import { ResultBar } from './result/later';
import { StatusBar } from './status/status_bar';
import { MenuTool } from './tools';

/** From the left: what is played and said, the board, moves and clocks. A small window has the first below the
 *  others. */
export function columns({ table, sheets, board, keepsOrder, waiting, over, wide }: LayoutProps) {
  const bottom = table.bottom.value;
  const { game } = table;
  const side = (
    <div class="room-side" key="side">
      <InfoCard table={table} />
      {wide && <Chat table={table} sheets={sheets} />}
      {keepsOrder && <HostTools table={table} />}
    </div>
  );
  return (
    <>
      {wide && side}
      <RoomBoard key="board" table={table} board={board} />
      <div class="room-panel card" key="panel">
        <PlayerBar table={table} side={opposite(bottom)} place="top" />
        {waiting ? (
          <>
            <InviteCard table={table} />
            <div class="status-place">
              <StatusBar table={table} />
            </div>
          </>
        ) : (
          <Moves table={table} sheets={sheets} keepsOrder={keepsOrder} chat={!wide} />
        )}
        {game.score && <DiscBar table={table} score={game.score} />}
        {over ? (
          <ResultBar table={table} />
        ) : (
          <Deeds table={table} board={board}>
            {/* A phone held across has no other bar. */}
            {waiting && !wide && <MenuTool table={table} sheets={sheets} keepsOrder={keepsOrder} />}
          </Deeds>
        )}
        <PlayerBar table={table} side={bottom} place="bottom" />
      </div>
      {!wide && side}
    </>
  );
}

/** What may be done, or the question whether a move is meant, or a stone. */
function Deeds({
  table,
  board,
  children,
}: Pick<LayoutProps, 'table' | 'board'> & { children: ComponentChildren }) {
  if (table.placing.value !== null) return <PlaceButtons table={table} board={board} />;
  if (table.asked.value !== null) return <MoveQuestion table={table} />;
  return <ActionBar table={table}>{children}</ActionBar>;
}
