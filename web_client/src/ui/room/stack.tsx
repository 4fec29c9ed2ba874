import style from '../../style/room_stack.css?inline';
import { useRef } from 'preact/hooks';
import { opposite } from '../../protocol/types';
import { MoveStrip } from '../boards/move_list';
import { incomingOffers } from '../../state/room';
import { adopt } from '../core/style';
import { useFocus } from '../core/use_dismiss';
import { useOverlay } from '../core/use_overlay';
import { useWords } from '../services/services';
import { ActionBar } from './actions/action_bar';
import { ChatPreview } from './chat/chat_preview';
import { InfoCard } from './cards/info_card';
import { Made, Moves } from './moves';
import { AfterGameButtons, FurtherButtons, PhoneBar, PhoneButtons, SheetButtons } from './phone';
import { PlayerBar } from './players/player_bar';
import { MoveQuestion, PlaceButtons } from './actions/later';
import { HostTools, InviteCard } from './cards/later';
import { Chat } from './chat/later';
import { DiscBar } from './players/later';
import { ResultBar } from './result/later';
import { RoomBoard, type LayoutProps } from './room_board';
import { StatusBar } from './status/status_bar';
import { usePart } from './model/use_selector';

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
  const asked = usePart(table, ({ full, state }) => incomingOffers(full.you, state.offers).length > 0);
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
