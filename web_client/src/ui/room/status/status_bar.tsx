import { useLayoutEffect } from 'preact/hooks';
import { forSide } from '../../../protocol/types';
import { isOver, isYourTurn, outgoingOffers, incomingOffers, type Room } from '../../../state/room';
import { singleClick } from '../../core/in_flight';
import { moveName } from '../../boards/move_names';
import { usePlayerName } from '../../parts/player_name';
import { useServices, useWords } from '../../services/services';
import { focusBoard } from '../../core/use_dismiss';
import { GoneBar, OfferBar, OpeningBar } from './later';
import type { RoomController } from '../model/room_controller';
import { useSelector } from '../model/use_selector';
import { useSeconds } from './use_seconds';

/** One line about the game: an offer, browsing, the absence of the opponent, an opening's step, or the turn, in this
 *  order. Every layout has one, also beside an open chat. Styles hide it (`quiet`) where the players' bars say as
 *  much. */
export function StatusBar({ ctrl }: { ctrl: RoomController }) {
  useFocusKept();
  const room = ctrl.room.value;
  const offer = incomingOffers(room)[0];
  // The plate asks by itself. Buttons of their own for each offer: a press never answers the one that took its place.
  if (offer && !ctrl.isResultShown.value && !mustPass(room))
    return <OfferBar key={offer} ctrl={ctrl} offer={offer} />;
  if (ctrl.model.browsed.value !== null) return <Browsing ctrl={ctrl} />;
  if (isOver(room.state)) return null;
  // Nothing can be chosen or claimed.
  if (room.state.paused) return <TurnBar ctrl={ctrl} />;
  // While it is one's own turn nothing can be claimed, and the turn is what counts.
  if (room.gone && room.full.you && room.gone.side !== room.full.you && room.gone.side === room.state.turn)
    return <GoneBar ctrl={ctrl} gone={room.gone} />;
  if (room.state.opening && room.state.status === 'playing')
    return (
      <OpeningBar ctrl={ctrl} step={room.state.opening}>
        {room.expiresAt !== null && <FirstMove ctrl={ctrl} until={room.expiresAt} />}
      </OpeningBar>
    );
  return <TurnBar ctrl={ctrl} />;
}

/** Nothing but a pass is legal. An offer waits for that: the clock runs. */
const mustPass = (room: Room): boolean => isYourTurn(room) && room.state.legal?.join() === 'pass';

/** Where the button with the focus goes, the board takes it: the next key is not lost. */
function useFocusKept(): void {
  const had = document.activeElement?.closest('.status');
  useLayoutEffect(() => {
    if (had && document.activeElement === document.body) focusBoard();
  });
}

/** An older position is shown: the board takes no move, and the way back is here. */
function Browsing({ ctrl }: { ctrl: RoomController }) {
  const { t } = useWords();
  const { model } = ctrl;
  return (
    <div class="status gold">
      <span>{t('room.browsing', { ply: model.shownPly.value, plies: ctrl.room.value.moves.length })}</span>
      <span class="space" />
      <button class="button small" onClick={() => model.browse(Infinity)}>
        {t('room.live')}
      </button>
    </div>
  );
}

/** Without the counts of moves. */
const boardOf = (pos = ''): string => pos.split(' ', 2).join();

/** Whose turn it is, with all that is worth knowing beside it. `quiet` where the players' bars say as much. */
function TurnBar({ ctrl }: { ctrl: RoomController }) {
  const { t } = useWords();
  const nameOf = usePlayerName();
  const { state, full, expiresAt, positions } = ctrl.room.value;
  const mover = forSide(full.players, state.turn);
  const yours = full.you === state.turn;
  // The invitation says it, and the empty seat.
  if (state.status === 'waiting') return <div class="status quiet">{t('room.guest')}</div>;
  if (state.paused)
    return (
      <div class="status gold">
        <span>{t('room.paused')}</span>
        <span class="space" />
        {full.you && (
          <button class="button small" onClick={singleClick(() => ctrl.model.sendAction('resume'))}>
            {t('do.resume')}
          </button>
        )}
      </div>
    );
  if (mustPass(ctrl.room.value)) return <PassBar ctrl={ctrl} />;
  const perilous = yours && (state.perilous?.length ?? 0) > 0;
  // Where pieces are placed no board comes again.
  const board = boardOf(state.pos);
  const isRepeated =
    ctrl.game.hand === 'carry' && positions.filter((pos) => boardOf(pos) === board).length > 1;
  const { premove, hint } = ctrl.model;
  const mine = outgoingOffers(ctrl.room.value);
  const isQuiet =
    expiresAt === null &&
    !perilous &&
    !isRepeated &&
    !state.check &&
    mine.length === 0 &&
    premove.value === null &&
    hint.value === null;
  const text = yours
    ? t('nav.yourMove')
    : mover.level
      ? t('room.computerThinks')
      : t('room.theirMove', { name: nameOf(mover) });
  return (
    <div class={`status wrap ${yours ? 'go' : ''} ${isQuiet ? 'quiet' : ''}`}>
      <span class={`dot ${yours ? '' : 'off'}`} />
      <b>{text}</b>
      {!yours && mover.level && <span class="thinking" aria-hidden="true" />}
      <span class="space" />
      {state.check && <span class="tag bad">{t('room.check')}</span>}
      {expiresAt !== null && <FirstMove ctrl={ctrl} until={expiresAt} />}
      {mine.map((offer) => (
        <span key={offer} class="tag">
          {t(`offer.${offer}.out`)}
        </span>
      ))}
      <Plans ctrl={ctrl} />
      {perilous && <span class="caption">{t('room.perilous')}</span>}
      {isRepeated && <span class="caption">{t('room.repeated')}</span>}
    </div>
  );
}

/** What this page knows beyond the game: a move made ahead, a hint. */
function Plans({ ctrl }: { ctrl: RoomController }) {
  const { preferences } = useServices();
  const { language, notation } = preferences.settings.value;
  const { game, model } = ctrl;
  const { position } = ctrl.state.value;
  const before = typeof position === 'string' ? game.parsePosition(position) : position;
  const nameOf = (move: string): string =>
    moveName(game, move, game.notations?.of(before, move), notation, language);
  const [premove, hint] = [model.premove.value, model.hint.value];
  return (
    <>
      {premove !== null && (
        <span class="tag blue">{preferences.t('room.premove', { move: nameOf(premove) })}</span>
      )}
      {hint && <span class="tag good">{preferences.t('room.hint', { move: nameOf(hint.move) })}</span>}
    </>
  );
}

/** Counts down to the end of a game that has not begun, and says what it is to be for: it may be aborted yet. */
export function FirstMove({ ctrl, until }: { ctrl: RoomController; until: number }) {
  const { t } = useWords();
  const { model } = ctrl;
  const { rated, tournamentId } = useSelector(ctrl, ({ full }) => full);
  const seconds = useSeconds(until, () => model.now());
  return (
    <span class="muted">
      {[
        rated && t('lobby.rated'),
        t(tournamentId === undefined ? 'room.firstMove' : 'room.firstMove.orLose', { seconds }),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}

/** A pass has no square, so a button makes it. */
function PassBar({ ctrl }: { ctrl: RoomController }) {
  const { t } = useWords();
  return (
    <div class="status gold" role="alert">
      <span>{t('room.pass')}</span>
      <span class="space" />
      <button
        class="button small primary"
        aria-busy={ctrl.model.pending.value !== null}
        onClick={() => {
          if (ctrl.model.pending.peek() === null) ctrl.model.play('pass');
        }}
      >
        {t('room.passDo')}
      </button>
    </div>
  );
}
