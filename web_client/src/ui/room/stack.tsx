import style from '../../style/room_stack.css?inline';
import { opposite } from '../../protocol/types';
import { MoveStrip } from '../parts/move_list';
import { offersTo } from '../../state/room';
import { adopt } from '../parts/style';
import { useBackCloses } from '../parts/use_back';
import { useWords } from '../services/services';
import { ActionBar } from './action_bar';
import { ChatPreview } from './chat_preview';
import { DiscBar } from './disc_bar';
import { Made, Moves } from './moves';
import { AfterGameButtons, FurtherButtons, PhoneBar, PhoneButtons, SheetButtons } from './phone';
import { PlaceButtons } from './place_buttons';
import { PlayerBar } from './player_bar';
import { Chat, HostTools, InviteCard, ResultBar } from './room_parts';
import { RoomBoard, type LayoutProps } from './room_board';
import { StatusBar } from './status_bar';
import { usePart } from './use_part';

adopt(style);

/** A room on a phone or an upright tablet: one part below the other, in the order in which they are read. */
export function stack({ table, sheets, board, keepsOrder, waiting, over, code, narrow }: LayoutProps) {
  const { game } = table;
  const bottom = table.bottom.value;
  return (
    <>
      {narrow && <PhoneBar table={table} />}
      {/* An invitation comes before the board that waits. */}
      {waiting && <InviteCard code={code} />}
      <PlayerBar key="top" table={table} side={opposite(bottom)} place="top" />
      <RoomBoard key="board" table={table} board={board} />
      <PlayerBar table={table} side={bottom} place="bottom" />
      <div class="deck">
        {game.score && <DiscBar table={table} score={game.score} />}
        <div class="status-place">
          <Made table={table} as={MoveStrip} />
          {sheets.sheet.value === null && <Status table={table} over={over} />}
        </div>
        {!narrow && !over && (
          <ActionBar table={table}>
            <SheetButtons sheets={sheets} />
          </ActionBar>
        )}
        {!narrow && over && (
          <div class="actions after">
            <AfterGameButtons table={table} size={18} />
            <SheetButtons sheets={sheets} />
          </div>
        )}
      </div>
      {narrow && <ChatPreview table={table} sheets={sheets} />}
      <span class="space" />
      <PlaceButtons game={game} placing={table.placing} board={board} />
      {keepsOrder && !narrow && <HostTools table={table} />}
      <Sheet table={table} sheets={sheets} narrow={narrow} />
      {narrow && <PhoneButtons table={table} sheets={sheets} />}
    </>
  );
}

/** The result in the place of the status, unless something is asked. */
function Status({ table, over }: Pick<LayoutProps, 'table' | 'over'>) {
  const asked = usePart(table, ({ full, state }) => offersTo(full.you, state.offers).length > 0);
  return over && !asked && !table.plate.value ? <ResultBar table={table} /> : <StatusBar table={table} />;
}

/** Over the lower half: the moves, or what is said, and the status, which it would cover. A press beside it, Escape and Back close it. */
function Sheet({ table, sheets, narrow }: Pick<LayoutProps, 'table' | 'sheets' | 'narrow'>) {
  const { t } = useWords();
  const sheet = sheets.sheet.value;
  const close = (): void => sheets.show(null);
  useBackCloses(sheet !== null, close);
  if (sheet === null) return null;
  return (
    <>
      <div class="backdrop" onClick={close} />
      <div class="sheet" role="dialog" aria-label={t(sheet === 'chat' ? 'do.chat' : 'do.moves')}>
        {sheet === 'chat' ? (
          <>
            <Chat table={table} sheets={sheets} />
            <StatusBar table={table} />
          </>
        ) : (
          <>
            {narrow && <FurtherButtons table={table} />}
            <Moves table={table} sheets={sheets} chat={false} />
          </>
        )}
      </div>
    </>
  );
}
