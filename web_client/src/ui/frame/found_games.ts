import { isConnectionLost, Refusal } from '../../protocol/connection';
import type { Created } from '../../protocol/server_messages';
import type { GameName } from '../../protocol/types';
import { notify } from '../services/notify';
import type { Services } from '../services/services';

/** An opponent was found: says so, and goes there. */
export function enterFound({ navigation, preferences, sounds }: Services, gameId: string): void {
  sounds.play('found');
  if (preferences.settings.peek().notify) void notify(preferences.t('lobby.found'));
  navigation.to({ page: 'room', gameId });
}

/** Enters the room of a game that was made for the visitor. The seat is kept first: the room's page joins with it. */
export function enterMade({ account, navigation }: Services, { gameId, token, code }: Created): void {
  if (token !== null) account.keepSeat({ gameId, token, code });
  navigation.to({ page: 'room', gameId });
}

/**
 * The line was lost before it was known whether a game of this kind is made: the next welcome tells, by the visitor's
 * games. It is entered, but not from another page, to which one has gone meanwhile; `unfound`: a search has found none.
 */
export function afterLoss(services: Services, kind: GameName, unfound?: () => void): void {
  const { account, navigation, toasts } = services;
  const before = account.playing.peek();
  const here = location.pathname;
  // Nothing else changes them while there is no line.
  const stop = account.playing.subscribe((playing) => {
    if (playing === before) return;
    stop();
    if (location.pathname !== here) return;
    const made = playing.find(
      ({ gameId, game }) => game === kind && !before.some((one) => one.gameId === gameId),
    );
    if (made && unfound) enterFound(services, made.gameId);
    else if (made) navigation.to({ page: 'room', gameId: made.gameId });
    else if (unfound) unfound();
    else toasts.showError(new Refusal('unmade', ''));
  });
}

/** Says why a game that was asked for is not made. Where the answer was lost, it may be all the same. */
export function missGame(services: Services, error: unknown, kind: GameName, unfound?: () => void): void {
  services.toasts.showError(error);
  if (isConnectionLost(error)) afterLoss(services, kind, unfound);
}

/**
 * Enters a game that a search of this page has found, wherever one is: the search may have been left in that moment.
 * All pages of a visitor hear of it, and the others stay. What becomes of games beside the page is said. Subscribed
 * once, for as long as the client runs.
 */
export function listenForFoundGames(services: Services): void {
  services.socket.subscribe({
    onConnected: () => undefined,
    onMessage: (message) => {
      if (message.t === 'turn') {
        const { gameId, over } = message;
        const isKnown = services.account.playing
          .peek()
          .some((game) => game.gameId === gameId && game.opponent !== null);
        if (over || !isKnown)
          import('./own_games').then(
            ({ tellOf }) => tellOf(services, over ? 'room.ended' : 'room.begun', message),
            () => undefined,
          );
      }
      // One with an id answers a request.
      if (message.t !== 'created' || message.id !== undefined) return;
      const { gameId, token, code } = message;
      if (token !== null) services.account.keepSeat({ gameId, token, code });
      if (services.socket.hasSought) enterFound(services, gameId);
    },
  });
}
