import { effect } from '@preact/signals';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import { spokenMove } from '../../../games/spoken_move';
import { forSide, opposite, type ChatLine } from '../../../protocol/types';
import { isYourTurn, newChat } from '../../../state/room';
import type { RoomChange } from '../../../state/missed';
import type { SocketClient } from '../../services/socket_client';
import type { Preferences } from '../../services/preferences';
import { layout } from '../../core/layout';
import { vibrate } from '../../core/vibrate';
import { challengesWait } from '../../frame/challenges_wait';
import { tellOf } from '../../frame/own_games';
import type { Services } from '../../services/services';
import { holdWakeLock } from './wake_lock';
import { watchClock } from './clock_watch';
import { soundOf } from './sound_of';
import { announcementsOf } from './announcements';
import type { RoomController } from '../model/room_controller';

export { words };

/**
 * Sounds, vibration and texts for screen readers of a room, until the returned function is called. Call it once the
 * words of `words` are loaded. It lasts as long as a room's page: one for each controller. What had happened before
 * it starts is not announced.
 */
export function startAnnouncer(ctrl: RoomController, services: Services): () => void {
  const { socket, preferences } = services;
  ctrl.model.onChange = (change) => announceChange(ctrl, change, services);
  dismissWays(ctrl, services);
  const stops = [
    announceClock(ctrl, services),
    announcePlans(ctrl, preferences),
    announceReconnect(socket, () => ctrl.announce(preferences.t('link.back'))),
    holdWakeLock(ctrl, preferences),
    explainFirstPremove(ctrl, services),
    toastReports(ctrl, services),
    keepChallengesBack(ctrl),
    () => warnOfClaim(ctrl, services),
  ];
  return () => {
    for (const stop of stops) stop();
    ctrl.model.onChange = null;
  };
}

/** Who is here has no more use for messages that lead here. */
function dismissWays({ room }: RoomController, { toasts }: Services): void {
  const { gameId } = room.peek().full;
  for (const toast of toasts.list.peek()) if (toast.gameId === gameId) toasts.dismiss(toast.id);
}

/**
 * Called by the model within the batch that changes the room: the board is drawn after it, so that this must be
 * short.
 */
function announceChange(ctrl: RoomController, change: RoomChange, services: Services): void {
  const { preferences, sounds } = services;
  const { before, after } = change;
  const news = newChatOfOthers(ctrl, change);
  const sound = soundOf(change) ?? (news.length > 0 ? 'chat' : null);
  if (sound) sounds.play(sound);
  if (isYourTurn(after) && !isYourTurn(before)) vibrate(preferences, 30);
  for (const text of announcementsOf(ctrl, change, preferences)) ctrl.announce(text);
  // An open chat is a live region of its own.
  if (document.querySelector('.chat-lines')) return;
  for (const { from, text } of news) ctrl.announce(preferences.t('label.of', { label: from, text }));
}

/** What others have said that is not hidden. */
function newChatOfOthers({ model }: RoomController, { before, after }: RoomChange): readonly ChatLine[] {
  if (model.chatHidden.value) return [];
  return newChat(before, after).filter(({ from }) => from !== model.name && !model.muted.value.has(from));
}

/** The visitor's own clock: two sounds, a vibration, and words for screen readers. */
function announceClock(ctrl: RoomController, { preferences, sounds }: Services): () => void {
  return watchClock(ctrl, (alarm) => {
    if (alarm.kind === 'spoken') ctrl.announce(preferences.t('room.clockLow', { seconds: alarm.seconds }));
    else sounds.play(alarm.kind === 'low' ? 'lowTime' : 'tick');
    if (alarm.kind === 'low') vibrate(preferences, [90, 60, 90]);
  });
}

/**
 * A hint and a move made ahead, when they come: moves of the visitor, also while the other is to move. Both are said
 * once: an effect runs again only when the move is another one.
 */
function announcePlans(ctrl: RoomController, preferences: Preferences): () => void {
  const { model, game } = ctrl;
  const nameOf = (move: string): string => {
    const { position } = ctrl.state.peek();
    const shown = typeof position === 'string' ? game.parsePosition(position) : position;
    const turn = model.room.peek()?.full.you ?? shown.turn;
    const { language } = preferences.settings.peek();
    return spokenMove(game, { ...shown, turn }, move, language, ctrl.settings.peek().flipped ?? false);
  };
  const speak = (key: 'room.hint' | 'room.premove', move: string | undefined | null): void => {
    if (move) ctrl.announce(preferences.t(key, { move: nameOf(move) }));
  };
  const stopHint = effect(() => speak('room.hint', model.hint.value?.move));
  const stopPremove = effect(() => speak('room.premove', model.premove.value));
  return () => {
    stopHint();
    stopPremove();
  };
}

/** Calls `say` whenever the connection is back after a loss. */
function announceReconnect(link: SocketClient, say: () => void): () => void {
  let lost = false;
  return effect(() => {
    const status = link.status.value;
    if (status === 'open' && lost) say();
    lost = status === 'lost' || (lost && status !== 'open');
  });
}

/** A toast for the host of each report, once. */
function toastReports({ model }: RoomController, { preferences, toasts }: Services): () => void {
  const shown = new Set<number>();
  return effect(() => {
    const newest = model.reports.value.at(-1);
    if (!newest || shown.has(newest.at)) return;
    shown.add(newest.at);
    toasts.show(preferences.t('host.reported', { name: newest.from }), 'bad');
  });
}

/** Explains premoves in a toast when the first one is made on this device. */
const explainFirstPremove = ({ model }: RoomController, { preferences, toasts }: Services): (() => void) =>
  effect(() => {
    if (model.premove.value === null || preferences.settings.peek().advised) return;
    preferences.change({ advised: true });
    toasts.show(preferences.t('room.premove.about'));
  });

/** Keeps cards of challenges back while the visitor plays by a clock, on a phone while the visitor plays. */
function keepChallengesBack(ctrl: RoomController): () => void {
  const stop = effect(() => {
    const { full, state } = ctrl.room.value;
    const { you, time } = full;
    const isBusy = layout.value === 'stack' || (time && !time.days);
    challengesWait.set(Boolean(you && state.status === 'playing' && isBusy));
  });
  return () => {
    stop();
    challengesWait.set(true);
  };
}

/**
 * When the page is left while the clocks of a game against a person run: says when the opponent may claim the win. Not
 * to the host of a simul, who loses only by the clock.
 */
function warnOfClaim(ctrl: RoomController, services: Services): void {
  const { gameId, you, players, time, tournamentId } = ctrl.room.peek().full;
  const other = you && forSide(players, opposite(you));
  // Any player of a tournament who has a second game counts as one: the page does not know the format.
  const isHost = tournamentId && services.account.playing.peek().length > 1;
  if (other && !other.level && ctrl.model.clockRuns() && !time?.days && !isHost)
    tellOf(services, 'room.left', { gameId, opponent: other.name });
}
