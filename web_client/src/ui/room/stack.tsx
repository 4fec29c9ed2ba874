import style from '../../style/room_stack.css?inline';
import { useRef } from 'preact/hooks';
import { opposite } from '../../protocol/types';
import { MoveStrip } from '../boards/move_list';
import { incomingOffers } from '../../state/room';
import { adoptStyles } from '../core/style';
import { useFocus } from '../core/use_dismiss';
import { useOverlay } from '../core/use_overlay';
import { useWords } from '../services/services';
import { ChatPreview } from './chat/chat_preview';
import { InfoCard } from './cards/info_card';
import { BottomActions } from './columns';
import { PlayedMoves, Moves } from './moves';
import { AfterGameButtons, FurtherButtons, PhoneBar, PhoneButtons, SheetButtons } from './phone';
import { PlayerBar } from './players/player_bar';
import { HostTools, InviteCard } from './cards/later';
import { Chat } from './chat/later';
import { DiscBar } from './players/later';
import { ResultBar } from './result/later';
import { RoomBoard, type LayoutProps } from './room_board';
import { StatusBar } from './status/status_bar';
import { useSelector } from './model/use_selector';

adoptStyles(style);

/** A room on a phone or an upright tablet: one part below the other, in the order in which they are read. */
export function renderStack({ ctrl, sheets, board, canModerate, waiting, over, narrow }: LayoutProps) {
  const { game } = ctrl;
  const bottom = ctrl.bottom.value;
  return (
    <>
      {narrow && <PhoneBar ctrl={ctrl} sheets={sheets} canModerate={canModerate} />}
      {/* An invitation comes before the board that waits. */}
      {waiting && <InviteCard ctrl={ctrl} />}
      <PlayerBar key="top" ctrl={ctrl} side={opposite(bottom)} place="top" />
      <RoomBoard key="board" ctrl={ctrl} board={board} />
      <PlayerBar ctrl={ctrl} side={bottom} place="bottom" />
      <div class="deck card">
        {game.score && <DiscBar ctrl={ctrl} score={game.score} explained />}
        <div class="status-place">
          <PlayedMoves ctrl={ctrl} as={MoveStrip} />
          {sheets.sheet.value === null && <Status ctrl={ctrl} over={over} />}
        </div>
        {!narrow && !over && (
          <BottomActions ctrl={ctrl} board={board}>
            <SheetButtons ctrl={ctrl} sheets={sheets} />
          </BottomActions>
        )}
        {!narrow && over && (
          <div class="actions after">
            <AfterGameButtons ctrl={ctrl} size={18} />
            <SheetButtons ctrl={ctrl} sheets={sheets} />
          </div>
        )}
      </div>
      {narrow && <ChatPreview ctrl={ctrl} sheets={sheets} />}
      <span class="space" />
      {!narrow && <InfoCard ctrl={ctrl} />}
      {canModerate && !narrow && <HostTools ctrl={ctrl} />}
      <Sheet ctrl={ctrl} sheets={sheets} canModerate={canModerate} narrow={narrow} />
      {narrow && <PhoneButtons ctrl={ctrl} sheets={sheets} board={board} />}
    </>
  );
}

/** The result in the place of the status, unless something is asked. */
function Status({ ctrl, over }: Pick<LayoutProps, 'ctrl' | 'over'>) {
  const asked = useSelector(ctrl, (room) => incomingOffers(room).length > 0);
  return over && !asked && !ctrl.isResultShown.value ? <ResultBar ctrl={ctrl} /> : <StatusBar ctrl={ctrl} />;
}

type SheetProps = Pick<LayoutProps, 'ctrl' | 'sheets' | 'canModerate' | 'narrow'>;

/** Over the lower half: the moves, or what is said, and the status, which it would cover. A press beside it, Escape and
 *  Back close it. */
function Sheet({ ctrl, sheets, canModerate, narrow }: SheetProps) {
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
            <Chat ctrl={ctrl} sheets={sheets} />
            <StatusBar ctrl={ctrl} />
          </>
        ) : (
          <>
            {narrow && <FurtherButtons ctrl={ctrl} />}
            <Moves ctrl={ctrl} sheets={sheets} canModerate={canModerate} chat={false} menu={!narrow} />
          </>
        )}
      </div>
    </>
  );
}
