import style from '../../style/room_stack.css?inline';
import { useRef } from 'preact/hooks';
import { opposite } from '../../protocol/types';
import { MoveStrip } from '../parts/move_list';
import { offersTo } from '../../state/room';
import { adopt } from '../parts/style';
import { useFocus } from '../parts/use_dismiss';
import { useOverlay } from '../parts/use_overlay';
import { useWords } from '../services/services';
import { ActionBar } from './action_bar';
import { ChatPreview } from './chat_preview';
import { InfoCard } from './info_card';
import { Made, Moves } from './moves';
import { AfterGameButtons, FurtherButtons, PhoneBar, PhoneButtons, SheetButtons } from './phone';
import { PlayerBar } from './player_bar';
import { Chat, DiscBar, HostTools, InviteCard, MoveQuestion, PlaceButtons, ResultBar } from './room_parts';
import { RoomBoard, type LayoutProps } from './room_board';
import { StatusBar } from './status_bar';
import { usePart } from './use_part';

adopt(style);

/** A room on a phone or an upright tablet: one part below the other, in the order in which they are read. */
export function stack({ table, sheets, board, keepsOrder, waiting, over, narrow }: LayoutProps) {
  const { game } = table;
  const bottom = table.bottom.value;
  return (
    <>
      {narrow && <PhoneBar table={table} sheets={sheets} keepsOrder={keepsOrder} />}
      {/* An invitation comes before the board that waits. */}
      {waiting && <InviteCard table={table} />}
      <PlayerBar key="top" table={table} side={opposite(bottom)} place="top" />
      <RoomBoard key="board" table={table} board={board} />
      <PlayerBar table={table} side={bottom} place="bottom" />
      <div class="deck card">
        {game.score && <DiscBar table={table} score={game.score} explained />}
        <div class="status-place">
          <Made table={table} as={MoveStrip} />
          {sheets.sheet.value === null && <Status table={table} over={over} />}
        </div>
        {!narrow && !over && (
          <ActionBar table={table}>
            <SheetButtons table={table} sheets={sheets} />
          </ActionBar>
        )}
        {!narrow && over && (
          <div class="actions after">
            <AfterGameButtons table={table} size={18} />
            <SheetButtons table={table} sheets={sheets} />
          </div>
        )}
      </div>
      {narrow && <ChatPreview table={table} sheets={sheets} />}
      <span class="space" />
      <PlaceButtons table={table} board={board} />
      {!narrow && table.asked.value !== null && <MoveQuestion table={table} />}
      {!narrow && <InfoCard table={table} />}
      {keepsOrder && !narrow && <HostTools table={table} />}
      <Sheet table={table} sheets={sheets} keepsOrder={keepsOrder} narrow={narrow} />
      {narrow && <PhoneButtons table={table} sheets={sheets} />}
    </>
  );
}

/** The result in the place of the status, unless something is asked. */
function Status({ table, over }: Pick<LayoutProps, 'table' | 'over'>) {
  const asked = usePart(table, ({ full, state }) => offersTo(full.you, state.offers).length > 0);
  return over && !asked && !table.plate.value ? <ResultBar table={table} /> : <StatusBar table={table} />;
}

type SheetProps = Pick<LayoutProps, 'table' | 'sheets' | 'keepsOrder' | 'narrow'>;

/** Over the lower half: the moves, or what is said, and the status, which it would cover. A press beside it, Escape and
 *  Back close it. */
function Sheet({ table, sheets, keepsOrder, narrow }: SheetProps) {
  const { t } = useWords();
  const sheet = sheets.sheet.value;
  const close = (): void => sheets.show(null);
  const panel = useRef<HTMLDivElement>(null);
  useOverlay(sheet !== null, close);
  useFocus(panel, sheet !== null);
  if (sheet === null) return null;
  return (
    <>
      <div class="backdrop" role="presentation" onClick={close} />
      <div
        class="sheet"
        ref={panel}
        role="dialog"
        tabIndex={-1}
        aria-label={t(sheet === 'chat' ? 'do.chat' : 'do.moves')}
      >
        {sheet === 'chat' ? (
          <>
            <Chat table={table} sheets={sheets} />
            <StatusBar table={table} />
          </>
        ) : (
          <>
            {narrow && <FurtherButtons table={table} />}
            <Moves table={table} sheets={sheets} keepsOrder={keepsOrder} chat={false} menu={!narrow} />
          </>
        )}
      </div>
    </>
  );
}
