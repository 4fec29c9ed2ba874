import { signal } from '@preact/signals';
import { vi } from 'vitest';
import { antireversi } from '../../../src/games/antireversi/antireversi';
import type { GameView } from '../../../src/games/kit/game';
import { common } from '../../../src/i18n/en/common';
import { parts } from '../../../src/i18n/en/parts';
import { room as words } from '../../../src/i18n/en/room';
import type { ClientMessage } from '../../../src/protocol/client_messages';
import type { GameFull, ServerMessage } from '../../../src/protocol/server_messages';
import type { GameState } from '../../../src/protocol/types';
import { Account } from '../../../src/state/account';
import { memoryStorage } from '../memory_storage';
import { Preferences } from '../../../src/ui/services/preferences';
import { RoomModel } from '../../../src/ui/room/model/room_model';
import { RoomView } from '../../../src/ui/room/room_view';
import { ServicesContext, type Services } from '../../../src/ui/services/services';
import { Toasts } from '../../../src/ui/services/toasts';
import { gameFull, stateAfter } from '../rooms';
import { render } from './screen';

// What a room fetches later is here before: a test that ends would take its environment from under it.
import.meta.glob(
  [
    '../../../src/ui/{room,parts,core,boards}/**/*.{ts,tsx}',
    '../../../src/board/drawing/user_shapes.ts',
    '../../../src/i18n/areas/refusal_words.ts',
  ],
  {
    eager: true,
  },
);

/** Answers that the test gives when it likes, in the order of the requests. */
interface Request {
  readonly message: ClientMessage;
  readonly resolve: (answer: ServerMessage) => void;
  readonly reject: (error: unknown) => void;
}

/** A whole room with its real model, before a server that is a list of requests. */
export class Stage {
  readonly requests: Request[] = [];
  readonly sent: ClientMessage[] = [];
  readonly routes: unknown[] = [];
  readonly services: Services;
  readonly model: RoomModel;
  /** Of the server. */
  now = 0;

  constructor() {
    const keep = memoryStorage();
    const preferences = new Preferences(keep, ['en']);
    void preferences.addWords({ en: { ...common, ...words, ...parts } });
    const route = signal({ page: 'room', gameId: 'g1' });
    this.services = {
      account: new Account(keep),
      socket: {
        status: signal('open'),
        latency: signal(null),
        games: signal([]),
        time: { at: () => this.now },
        send: (message: ClientMessage) => void this.sent.push(message),
        subscribe: () => () => undefined,
        request: (message: ClientMessage) =>
          new Promise<ServerMessage>((resolve, reject) => this.requests.push({ message, resolve, reject })),
      },
      navigation: { route, to: (to: unknown) => void this.routes.push(to) },
      preferences,
      sounds: { play: vi.fn() },
      toasts: new Toasts(preferences),
    } as unknown as Services;
    this.model = new RoomModel('g1', this.services);
  }

  /** The visitor comes into a game of anti-reversi, two plies old, as its first player. */
  open(state: Partial<GameState> = {}, full: Partial<GameFull> = {}, game: GameView = antireversi): void {
    const known = stateAfter(state.moves ?? 'd3 c3', { turn: 'first', pos: START, ...state });
    this.model.onMessage(
      gameFull(known, { game: 'antireversi', rule: 'standard', startPos: START, ...full }),
    );
    render(
      <ServicesContext.Provider value={this.services}>
        <RoomView model={this.model} game={game} />
      </ServicesContext.Provider>,
    );
  }

  asked(t: ClientMessage['t']): readonly ClientMessage[] {
    return this.requests.map(({ message }) => message).filter((message) => message.t === t);
  }
}

export const START = `${'-'.repeat(27)}OX${'-'.repeat(6)}XO${'-'.repeat(27)} X`;
