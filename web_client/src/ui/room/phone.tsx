import { timeName } from '../../state/time_control';
import { isOver, isYourTurn } from '../../state/room';
import { isSeated, forSide, opposite } from '../../protocol/types';
import { useHeldOff } from '../core/held_off';
import { SoundButton } from '../frame/top_bar';
import { RouteLink } from '../parts/route_link';
import { RoomIcon, type RoomIconName } from '../parts/room_icon';
import { usePlayerName } from '../parts/player_name';
import { useServices, useWords } from '../services/services';
import { ActionButton } from './actions/action_bar';
import { ConfirmRow, useConfirmed } from './actions/confirm_row';
import { MoveQuestion, PlaceButtons } from './actions/later';
import { actionsOf, furtherActionsOf } from './model/room_actions';
import type { Sheets, Sheet } from './model/sheets';
import type { RoomController } from './model/room_controller';
import type { LayoutProps } from './room_board';
import { BoardTool, FlipTool, MenuTool } from './tools';
import { useUnread } from './chat/unread';
import { FirstMove } from './status/status_bar';
import { lobbyWord } from './result/result_words';
import { useSelector } from './model/use_selector';

/** The bar above a room on a phone: the way back, what is played, and what is done with the board. */
export function PhoneBar({
  ctrl,
  sheets,
  canModerate,
}: Pick<LayoutProps, 'ctrl' | 'sheets' | 'canModerate'>) {
  const { socket, preferences } = useServices();
  const { t } = preferences;
  const nameOf = usePlayerName();
  const { game, time, you, players, rated } = useSelector(ctrl, ({ full }) => full);
  const other = you && forSide(players, opposite(you));
  const watching = useSelector(ctrl, ({ spectators }) => spectators);
  // The line below a tall board may lie behind the buttons.
  const expiresAt = useSelector(ctrl, (room) => room.expiresAt);
  const isMine = useSelector(ctrl, isYourTurn);
  const latency = socket.latency.value;
  const isOpen = socket.status.value === 'open';
  const about = [
    rated && t('lobby.rated'),
    watching > 0
      ? t('room.watching', { n: watching })
      : other && isSeated(other) && t('room.vs', { name: nameOf(other) }),
    isOpen ? latency !== null && `${latency} ms` : t('link.connecting'),
  ];
  return (
    <header class="phone-bar">
      <RouteLink class="icon-button" to={{ page: 'lobby' }} aria-label={t('top.back')}>
        <RoomIcon name="previous" size={22} />
      </RouteLink>
      <div class="phone-title">
        <b class="cut">
          {t(`game.${game}`)} · {timeName(time)}
        </b>
        <div class="caption cut">
          {expiresAt === null || !isMine ? (
            about.filter(Boolean).join(' · ')
          ) : (
            <FirstMove ctrl={ctrl} until={expiresAt} />
          )}
        </div>
      </div>
      <span class="space" />
      <FlipTool ctrl={ctrl} />
      <BoardTool ctrl={ctrl} />
      <SoundButton />
      <MenuTool ctrl={ctrl} sheets={sheets} canModerate={canModerate} />
    </header>
  );
}

/** Open and close the sheets. */
export function SheetButtons({ ctrl, sheets }: { ctrl: RoomController; sheets: Sheets }) {
  return (
    <>
      <SheetButton sheets={sheets} sheet="moves" icon="list" label="do.moves" />
      <ChatButton ctrl={ctrl} sheets={sheets} />
    </>
  );
}

interface SheetButtonProps {
  readonly sheets: Sheets;
  readonly sheet: NonNullable<Sheet>;
  readonly icon: RoomIconName;
  readonly label: 'do.moves' | 'do.chat';
  readonly size?: number;
  /** What is new in it. */
  readonly count?: number;
}

/** With the number of lines that were not seen. */
function ChatButton({ ctrl, sheets, size = 18 }: { ctrl: RoomController; sheets: Sheets; size?: number }) {
  const count = useUnread(ctrl, sheets);
  return <SheetButton sheets={sheets} sheet="chat" icon="chat" label="do.chat" size={size} count={count} />;
}

/** Opens a sheet, or closes it where it is open. */
function SheetButton({ sheets, sheet, icon, label, size = 18, count = 0 }: SheetButtonProps) {
  const { t } = useWords();
  const open = sheets.sheet.value === sheet;
  return (
    <button class={open ? 'on' : ''} aria-pressed={open} onClick={() => sheets.toggle(sheet)}>
      <RoomIcon name={icon} size={size} />
      <span>{t(label)}</span>
      {count > 0 && <small class="count">{count}</small>}
    </button>
  );
}

/** What a thumb reaches: five buttons at the lower edge, or the question that one of them asked. */
export function PhoneButtons({ ctrl, sheets, board }: Pick<LayoutProps, 'ctrl' | 'sheets' | 'board'>) {
  const actions = actionsOf(ctrl.room.value);
  const { asked, ask, answer, row } = useConfirmed<HTMLElement>(ctrl.model, actions);
  const { t } = useWords();
  const { state, full } = ctrl.room.value;
  const over = isOver(state);
  const isPlayer = full.you !== null;
  return (
    <nav class="phone-buttons" ref={row}>
      {ctrl.moveToConfirm.value !== null ? (
        <MoveQuestion ctrl={ctrl} />
      ) : ctrl.placing.value !== null ? (
        <PlaceButtons ctrl={ctrl} board={board} />
      ) : asked ? (
        <ConfirmRow action={asked} answer={answer} />
      ) : (
        <>
          <SheetButton sheets={sheets} sheet="moves" icon="list" label="do.moves" size={22} />
          {!over && !isPlayer && <span class="muted">{t('room.youSpectate')}</span>}
          {!over &&
            isPlayer &&
            actions.map((action) => (
              <ActionButton key={action.label} {...action} model={ctrl.model} ask={ask} size={22} />
            ))}
          {over && <AfterGameButtons ctrl={ctrl} />}
          <ChatButton ctrl={ctrl} sheets={sheets} size={22} />
        </>
      )}
    </nav>
  );
}

/** In the place of the actions, which are over: a press that was meant for one of those leads nowhere. */
export function AfterGameButtons({ ctrl, size = 22 }: { ctrl: RoomController; size?: number }) {
  const { t } = useWords();
  const full = useSelector(ctrl, (room) => room.full);
  const [replay, lobby] = [useHeldOff<HTMLAnchorElement>(), useHeldOff<HTMLAnchorElement>()];
  return (
    <>
      <RouteLink ref={replay} to={{ page: 'replay', gameId: full.gameId, ply: null, analyse: true }}>
        <RoomIcon name="chart" size={size} />
        <span>{t('do.replay')}</span>
      </RouteLink>
      <RouteLink ref={lobby} to={{ page: 'lobby' }}>
        <RoomIcon name="people" size={size} />
        <span>{t(lobbyWord(full))}</span>
      </RouteLink>
    </>
  );
}

/** What the bar at the bottom has no room for: above the list of moves when that is opened. */
export function FurtherButtons({ ctrl }: { ctrl: RoomController }) {
  const actions = furtherActionsOf(ctrl.room.value);
  const { asked, ask, answer, row } = useConfirmed<HTMLDivElement>(ctrl.model, actions);
  if (useSelector(ctrl, ({ full }) => full.you) === null) return null;
  return (
    <div class="further-buttons actions" ref={row}>
      {asked ? (
        <ConfirmRow action={asked} answer={answer} />
      ) : (
        actions.map((action) => <ActionButton key={action.label} {...action} model={ctrl.model} ask={ask} />)
      )}
    </div>
  );
}
