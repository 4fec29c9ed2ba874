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
export function renderColumns({ ctrl, sheets, board, canModerate, waiting, over, wide }: LayoutProps) {
  const bottom = ctrl.bottom.value;
  const { game } = ctrl;
  const side = (
    <div class="room-side" key="side">
      <InfoCard ctrl={ctrl} />
      {wide && <Chat ctrl={ctrl} sheets={sheets} />}
      {canModerate && <HostTools ctrl={ctrl} />}
    </div>
  );
  return (
    <>
      {wide && side}
      <RoomBoard key="board" ctrl={ctrl} board={board} />
      <div class="room-panel card" key="panel">
        <PlayerBar ctrl={ctrl} side={opposite(bottom)} place="top" />
        {waiting ? (
          <>
            <InviteCard ctrl={ctrl} />
            <div class="status-place">
              <StatusBar ctrl={ctrl} />
            </div>
          </>
        ) : (
          <Moves ctrl={ctrl} sheets={sheets} canModerate={canModerate} chat={!wide} />
        )}
        {game.score && <DiscBar ctrl={ctrl} score={game.score} />}
        {over ? (
          <ResultBar ctrl={ctrl} />
        ) : (
          <BottomActions ctrl={ctrl} board={board}>
            {/* A phone held across has no other bar. */}
            {waiting && !wide && <MenuTool ctrl={ctrl} sheets={sheets} canModerate={canModerate} />}
          </BottomActions>
        )}
        <PlayerBar ctrl={ctrl} side={bottom} place="bottom" />
      </div>
      {!wide && side}
    </>
  );
}

/** What may be done, or the question whether a move is meant, or a stone. */
export function BottomActions({
  ctrl,
  board,
  children,
}: Pick<LayoutProps, 'ctrl' | 'board'> & { children: ComponentChildren }) {
  if (ctrl.placing.value !== null) return <PlaceButtons ctrl={ctrl} board={board} />;
  if (ctrl.moveToConfirm.value !== null) return <MoveQuestion ctrl={ctrl} />;
  return <ActionBar ctrl={ctrl}>{children}</ActionBar>;
}
