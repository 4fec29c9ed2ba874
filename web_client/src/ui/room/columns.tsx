import type { ComponentChildren } from 'preact';
import { opposite } from '../../protocol/types';
import { ActionBar } from './action_bar';
import { InfoCard } from './info_card';
import { Moves } from './moves';
import { PlayerBar } from './player_bar';
import { RoomBoard, type LayoutProps } from './room_board';
import { Chat, DiscBar, HostTools, InviteCard, MoveQuestion, PlaceButtons, ResultBar } from './room_parts';
import { StatusBar } from './status_bar';
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
