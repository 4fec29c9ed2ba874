import { signal } from '@preact/signals';
import { challengeWords } from '../../i18n/areas/challenge_words';
import { declineReasons, type Challenge, type ChallengeEnd } from '../../protocol/challenges';
import type { Refusal } from '../../protocol/connection';
import type { PlayingGame, ServerMessage } from '../../protocol/server_messages';
import { InFlight } from '../core/in_flight';
import { isWriting } from '../core/writing';
import { enterFound, enterMade, missGame } from '../frame/found_games';
import { challengesWait } from '../frame/challenges_wait';
import { notify } from '../services/notify';
import type { Services } from '../services/services';
import type { SocketListener } from '../services/socket_client';

/** A challenge that waits for an answer, or, with its game, one of the visitor's that was accepted. */
export interface Shown extends Challenge {
  readonly gameId?: string | undefined;
}

/** The challenges that the visitor has made and received. The server tells of them on every page. */
export class ChallengeList implements SocketListener {
  readonly shown = signal<readonly Shown[]>([]);

  readonly #inFlight = new InFlight();

  constructor(private readonly services: Services) {}

  /** Asks; where many come at once again, when the server lets it. `before`: the visitor's games until this line. */
  onConnected(before: readonly PlayingGame[] = this.services.account.playing.peek()): void {
    const { account, socket } = this.services;
    socket.request({ t: 'challenges', on: true }).then(
      (answer) => {
        if (answer.t !== 'challenges') return;
        // The server tells those that are open; a game that has begun waits as long as it lasts.
        const open = answer.challenges;
        const games = account.playing.peek();
        const ids = new Set([...before.map(({ gameId }) => gameId), ...open.map((one) => one.challengeId)]);
        const begun = this.shown.peek().flatMap((one) => {
          // Or it was accepted while the line was away: its game is new.
          const isMissed = !ids.has(one.challengeId);
          return games
            .filter(({ gameId, opponent }) =>
              one.gameId ? gameId === one.gameId : isMissed && opponent === one.to && !ids.has(gameId),
            )
            .map(({ gameId }) => ({ ...one, gameId }));
        });
        this.shown.value = [...open, ...begun];
      },
      (error: unknown) => {
        const { retryMs } = error as Partial<Refusal>;
        if (retryMs) setTimeout(() => this.onConnected(before), retryMs);
      },
    );
  }

  onMessage(message: ServerMessage): void {
    if (message.t === 'challenge') this.#begin(message);
    if (message.t === 'challengeEnd') this.#end(message);
  }

  isBusy({ challengeId }: Challenge): boolean {
    return this.#inFlight.has(challengeId);
  }

  /** A `reason` is one of declineReasons; any other text says none. */
  answer({ challengeId, game }: Challenge, what: 'accept' | 'decline' | 'withdraw', reason = ''): void {
    const { socket, toasts } = this.services;
    const why = declineReasons.find((one) => one === reason);
    const ask = () => socket.request({ t: 'answer', challengeId, do: what, ...(why && { reason: why }) });
    this.#inFlight.run(challengeId, ask).then(
      (answered) => {
        if (answered?.t === 'created') enterMade(this.services, answered);
      },
      (error: unknown) =>
        what === 'accept' ? missGame(this.services, error, game) : toasts.showError(error),
    );
  }

  dismiss({ challengeId }: Challenge): void {
    this.shown.value = this.shown.value.filter((one) => one.challengeId !== challengeId);
  }

  /** Goes to the game of one that was accepted. */
  enter(challenge: Shown): void {
    this.dismiss(challenge);
    const { gameId } = challenge;
    if (gameId !== undefined) this.services.navigation.to({ page: 'room', gameId });
  }

  #begin(challenge: Challenge): void {
    this.dismiss(challenge);
    this.shown.value = [...this.shown.value, challenge];
    if (!challenge.own) this.#ring('from', challenge.from);
  }

  #ring(line: 'from' | 'accepted', name: string): void {
    const { navigation, preferences, sounds, toasts } = this.services;
    sounds.play('found');
    preferences.addWords(challengeWords).then(
      () => {
        const text = preferences.t(`challenge.line.${line}`, { name });
        if (preferences.settings.peek().notify) void notify(text);
        // Its card is not shown there.
        if (line === 'from' && navigation.route.peek().page === 'room' && challengesWait.now.peek())
          toasts.show(text);
      },
      () => undefined,
    );
  }

  #end({ challengeId, how, reason, gameId }: ChallengeEnd): void {
    const { navigation, preferences, toasts } = this.services;
    const challenge = this.shown.value.find((one) => one.challengeId === challengeId);
    if (!challenge) return;
    this.dismiss(challenge);
    if (!challenge.own) return;
    if (how === 'declined') {
      const why = reason ? preferences.named('challenge.why', reason, '') : '';
      toasts.show(preferences.t('challenge.declined', { name: challenge.to, why }).trim());
    }
    if (gameId === undefined) return;
    // One page goes there; from a game that is played none does, nor from what is being written.
    const isPlaying = navigation.route.value.page === 'room';
    if (!document.hidden && !isPlaying && !isWriting()) enterFound(this.services, gameId);
    else {
      this.shown.value = [...this.shown.value, { ...challenge, gameId }];
      this.#ring('accepted', challenge.to);
    }
  }
}
