import style from '../../../style/result_plate.css?inline';
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import { SIDES, forSide, opposite, type Side } from '../../../protocol/types';
import { signed } from '../../parts/evaluation_text';
import { incomingOffers, outgoingOffers, type Room } from '../../../state/room';
import { fetchGame } from '../../../protocol/records';
import { copyText } from '../../core/copy';
import { useHeldOff } from '../../core/held_off';
import { singleClick } from '../../core/in_flight';
import { IconButton } from '../../parts/icon_button';
import { RoomIcon } from '../../parts/room_icon';
import { PieceIcon } from '../../boards/piece_icon';
import { usePlayerName } from '../../parts/player_name';
import { adoptStyles } from '../../core/style';
import { useAsync } from '../../core/use_async';
import { useOverlay } from '../../core/use_overlay';
import { RouteLink } from '../../parts/route_link';
import { useServices } from '../../services/services';
import { Rematch } from './rematch';
import { lobbyWord, resultTitle, verdict } from './result_words';
import type { RoomController } from '../model/room_controller';

adoptStyles(style);

export { words, ResultPlate as view };

/** The end of a game, over its board: what happened, what it changed, and what now. Put away it leaves the plain
 *  board. */
function ResultPlate({ ctrl }: { ctrl: RoomController }) {
  const { t } = useServices().preferences;
  const overlay = useRef<HTMLDivElement>(null);
  const title = useRef<HTMLHeadingElement>(null);
  const close = (): void => ctrl.hideResult();
  // It opened by itself: Back leaves the page.
  useOverlay(true, close, false);
  useEffect(() => {
    // Not out of a field that is being written in.
    if (!document.activeElement?.matches('input, textarea')) title.current?.focus({ preventScroll: true });
  }, []);
  useSpotlight(overlay, ctrl);
  const room = ctrl.room.value;
  const { result } = room.state;
  const sides: readonly Side[] = result === 'first' || result === 'second' ? [result] : SIDES;
  return (
    <>
      <div class="overlay" role="presentation" ref={overlay} onClick={close} />
      <section class="plate" role="dialog" aria-labelledby="result-title">
        <span class="plate-piece">
          {sides.map((side) => (
            <PieceIcon key={side} game={ctrl.game} side={side} size={96} />
          ))}
        </span>
        <IconButton icon="close" class="plate-close" label={t('settings.close')} onClick={close} />
        <h2 id="result-title" tabIndex={-1} ref={title}>
          {verdict(room, { t }) ?? resultTitle(room, { t })}
        </h2>
        <ResultFacts ctrl={ctrl} />
        <Ratings room={room} />
        <NextActions ctrl={ctrl} />
      </section>
    </>
  );
}

/** Keeps the light where it belongs, also when the window changes and the board is turned. */
function useSpotlight(overlay: RefObject<HTMLDivElement | null>, ctrl: RoomController): void {
  const { flipped } = ctrl.settings.value;
  // Before it is painted: it would jump else.
  useLayoutEffect(() => {
    const dark = overlay.current;
    const board = dark?.parentElement?.querySelector('.board-host');
    if (!dark || !board) return;
    const place = (): void => spotlight(dark, ctrl.decisiveSquares());
    place();
    const watch = new ResizeObserver(place);
    watch.observe(board);
    return () => watch.disconnect();
  }, [flipped]);
}

/** Darkens the board but for a circle around what decided the game; evenly where nothing on it did. */
function spotlight(overlay: HTMLElement, squares: readonly string[] | null): void {
  const board = overlay.parentElement?.querySelector('.board-host');
  const cells = squares?.flatMap((square) => board?.querySelector(`[data-square="${square}"]`) ?? []) ?? [];
  if (!board || cells.length === 0) return;
  const frame = board.getBoundingClientRect();
  const boxes = cells.map((cell) => cell.getBoundingClientRect());
  const [left, right] = [
    Math.min(...boxes.map((box) => box.left)),
    Math.max(...boxes.map((box) => box.right)),
  ];
  const [top, bottom] = [
    Math.min(...boxes.map((box) => box.top)),
    Math.max(...boxes.map((box) => box.bottom)),
  ];
  const length = Math.max(right - left, bottom - top) - (boxes[0]?.width ?? 0);
  avoidCovering(overlay.nextElementSibling as HTMLElement, top, bottom, frame);
  overlay.style.setProperty('--x', `${(left + right) / 2 - frame.left}px`);
  overlay.style.setProperty('--y', `${(top + bottom) / 2 - frame.top}px`);
  overlay.style.setProperty('--r', `${0.155 * frame.width + length / 2}px`);
  overlay.classList.add('spotlight');
}

/** Moves the plate to where it does not cover what lies between `top` and `bottom`; on a phone it lies below or
 *  beside. */
function avoidCovering(plate: HTMLElement, top: number, bottom: number, frame: DOMRect): void {
  const pieceHeight = 48;
  plate.style.removeProperty('--plate-top');
  const { style, offsetTop, offsetHeight } = plate;
  const middle = (top + bottom) / 2 - frame.top;
  const covers = Math.abs(offsetTop - middle) < (offsetHeight + bottom - top) / 2 + pieceHeight;
  if (covers && frame.height > 500)
    style.setProperty('--plate-top', middle > frame.height / 2 ? '28%' : '76%');
}

/** Reason, score, moves and thinking time. The last one is fetched, and comes late or never. */
function ResultFacts({ ctrl }: { ctrl: RoomController }) {
  const { t, named } = useServices().preferences;
  const room = ctrl.room.value;
  const { state, moves } = room;
  const said = verdict(room, { t }) === null ? [] : [resultTitle(room, { t })];
  const minutes = useMinutes(room);
  const score = ctrl.game.score?.(state.pos);
  const facts = [
    ...said,
    ...(state.reason ? [named('reason', state.reason)] : []),
    ...(score ? [score.join(' : ')] : []),
    t('games.moves', { n: Math.ceil(moves.length / 2) }),
    ...(minutes === null ? [] : [t('result.minutes', { n: minutes })]),
  ];
  return <p class="muted">{facts.join(' · ')}</p>;
}

/** How long both have thought together, as the record has it; null until it is here, and where it does not tell. */
function useMinutes({ full }: Room): number | null {
  const record = useAsync(() => fetchGame(full.gameId), [full.gameId]).value;
  const spent = record?.spent?.reduce((sum, ms) => sum + ms, 0) ?? 0;
  return spent > 0 ? Math.max(1, Math.round(spent / 60_000)) : null;
}

/** Nothing for a game that was not rated. */
function Ratings({ room }: { room: Room }) {
  const nameOf = usePlayerName();
  const { full, ratings, state } = room;
  if (!ratings) return null;
  return (
    <ul class="plate-ratings">
      {SIDES.map((side) => {
        const { before, after } = forSide(ratings, side);
        const change = after - before;
        return (
          <li key={side} class={state.result === side ? 'won' : ''}>
            <span class="name-text">{nameOf(forSide(full.players, side))}</span>
            <span class="muted">{`${before} → ${after}`}</span>
            <b class={change > 0 ? 'rises' : ''}>
              {change !== 0 && <RoomIcon name={change > 0 ? 'up' : 'sink'} size={13} />} {signed(change)}
            </b>
          </li>
        );
      })}
    </ul>
  );
}

/** A rematch, the replay, the way out. Buttons that are moved by an offer take no press for a moment. */
function NextActions({ ctrl }: { ctrl: RoomController }) {
  const { navigation, preferences } = useServices();
  const { t } = preferences;
  const nameOf = usePlayerName();
  const room = ctrl.room.value;
  const { full, moves } = room;
  const offer = incomingOffers(room).includes('rematch');
  const waits = outgoingOffers(room).includes('rematch');
  // What is asked, or waited for, moves them.
  const place = Number(offer) - Number(waits);
  const [buttons, links] = [useHeldOff<HTMLDivElement>(place), useHeldOff<HTMLDivElement>(place)];
  return (
    <>
      {offer && <RematchOffer ctrl={ctrl} />}
      <div class="plate-buttons" ref={buttons}>
        {!offer && <Rematch ctrl={ctrl} />}
        {moves.length > 0 && (
          <button
            class="button"
            onClick={() => navigation.to({ page: 'replay', gameId: full.gameId, ply: null, analyse: true })}
          >
            <RoomIcon name="chart" /> {t('do.replay')}
          </button>
        )}
      </div>
      {full.you && waits && (
        <p class="muted" role="status">
          {t('offer.rematch.wait', { name: nameOf(forSide(full.players, opposite(full.you))) })}
        </p>
      )}
      <div class="plate-links" ref={links}>
        <RouteLink to={{ page: 'lobby' }}>{t(lobbyWord(full))}</RouteLink>
        {moves.length > 0 && <ShareButton gameId={full.gameId} />}
      </div>
    </>
  );
}

/** What the other side asks, in the place of one's own offer. */
function RematchOffer({ ctrl }: { ctrl: RoomController }) {
  const { t } = useServices().preferences;
  const nameOf = usePlayerName();
  const { full } = ctrl.room.value;
  const other = opposite(full.you ?? 'first');
  return (
    <div class="plate-offer" role="alert">
      <p>{t('offer.rematch.in', { name: nameOf(forSide(full.players, other)) })}</p>
      <div class="plate-buttons">
        <button class="button primary" onClick={singleClick(() => ctrl.model.sendAction('rematch'))}>
          {t('do.accept')}
        </button>
        <button class="button" onClick={singleClick(() => ctrl.model.sendAction('rematch', false))}>
          {t('do.decline')}
        </button>
      </div>
    </div>
  );
}

/** The address of the game: to another program where there is one to choose, else to the clipboard. */
function ShareButton({ gameId }: { gameId: string }) {
  const { t } = useServices().preferences;
  const [copied, setCopied] = useState(false);
  const share = async (): Promise<void> => {
    const url = `${location.origin}/replay/${gameId}`;
    if ('share' in navigator && matchMedia('(pointer: coarse)').matches)
      return navigator.share({ url }).catch(() => undefined);
    setCopied(await copyText(url));
  };
  return (
    <button onClick={() => void share()}>
      <RoomIcon name="share" size={15} /> {t(copied ? 'room.copied' : 'room.share')}
    </button>
  );
}
