import { isSeated, forSide, type Player, type Side } from '../../../protocol/types';
import { isOver, isPlaying } from '../../../state/room';
import { Avatar } from '../../parts/avatar';
import { ClockText, TimeBar } from '../../parts/clock_text';
import { ratingText, usePlayerName } from '../../parts/player_name';
import { ProgramMark } from '../../parts/program_mark';
import { RouteLink } from '../../parts/route_link';
import { PieceIcon } from '../../boards/piece_icon';
import { useServices, useWords } from '../../services/services';
import { Captured } from './captured';
import type { RoomController } from '../model/room_controller';
import { useSelector } from '../model/use_selector';

/** Who sits on a side: name, state in words, and the clock. */
export function PlayerBar({
  ctrl,
  side,
  place,
}: {
  ctrl: RoomController;
  side: Side;
  place: 'top' | 'bottom';
}) {
  const nameOf = usePlayerName();
  const player = useSelector(ctrl, ({ full }) => forSide(full.players, side));
  const runs = useSelector(ctrl, ({ state }) => state.clock?.running === side);
  return (
    <div class={`player ${place} ${runs ? 'runs' : ''}`}>
      {ctrl.game.playerIcon === 'letter' && isSeated(player) ? (
        <Avatar name={nameOf(player)} size={42} />
      ) : (
        <PieceIcon game={ctrl.game} side={side} size={42} />
      )}
      <div class="player-words">
        <PlayerTitle ctrl={ctrl} side={side} player={player} />
        <div class="plate-line">
          <PlayerCaption ctrl={ctrl} side={side} />
          <Captured ctrl={ctrl} side={side} />
        </div>
      </div>
      <PlayerClock ctrl={ctrl} side={side} />
    </div>
  );
}

/** Name, rating and whether the player is there. */
function PlayerTitle({ ctrl, side, player }: { ctrl: RoomController; side: Side; player: Player }) {
  const { socket, preferences } = useServices();
  const { t } = preferences;
  const name = usePlayerName()(player);
  const plays = useSelector(ctrl, isPlaying);
  const isOwn = useSelector(ctrl, ({ full }) => full.you === side);
  // Of the own line this page knows more than the server has told.
  const isOnline = player.online && !(isOwn && socket.status.value !== 'open');
  // Once the game is over, what it has made of the rating.
  const after = useSelector(ctrl, ({ ratings }) => ratings && forSide(ratings, side).after);
  return (
    <div class="name">
      <span class="name-text player-name">
        {isSeated(player) && !player.level ? (
          <RouteLink to={{ page: 'player', name }} apart={plays}>
            {name}
          </RouteLink>
        ) : (
          name
        )}
      </span>
      <ProgramMark program={player.program} />{' '}
      <span class="dim">{ratingText(after === null ? player : { ...player, rating: after })}</span>
      {isSeated(player) && (
        <span
          class={`dot ${isOnline ? '' : 'off'}`}
          role="img"
          aria-label={t(isOnline ? 'room.online' : 'room.offline')}
        />
      )}
    </div>
  );
}

/** The side in words, the score, and whose turn it is: never by colour alone. */
function PlayerCaption({ ctrl, side }: { ctrl: RoomController; side: Side }) {
  const { t } = useWords();
  const { full, state } = ctrl.room.value;
  const words = [t(`side.${full.game}.${side}`)];
  const score = ctrl.game.score?.(state.pos);
  if (score) words.push(t('room.discs', { n: forSide(score, side) }));
  const toMove = state.turn === side && state.status === 'playing';
  if (toMove && forSide(full.players, side).level) words.push(t('room.thinking'));
  const yours = full.you === side;
  const won = isOver(state) && state.result === side;
  return (
    <div class="caption">
      {words.join(' · ')}
      {yours && (toMove ? <b> · {t('room.toMove')}</b> : ` · ${t('room.you')}`)}
      {won && <b> · {t('room.winner')}</b>}
    </div>
  );
}

/** The clock reads server time at each drawing, so that a hidden page is right when it is shown again. */
function PlayerClock({ ctrl, side }: { ctrl: RoomController; side: Side }) {
  const { t } = useWords();
  const { full, state } = ctrl.room.value;
  if (!state.clock || !full.time) return <span class="clock">∞</span>;
  const props = { clock: state.clock, time: full.time, turn: state.turn, side, now: () => ctrl.model.now() };
  return (
    <>
      <ClockText
        {...props}
        moveLimit={(time) => t('room.moveLimit', { time })}
        periods={(n) => t('room.periods', { n })}
      />
      <TimeBar {...props} />
    </>
  );
}
