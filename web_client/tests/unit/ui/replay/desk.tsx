import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { learn } from '../../../../src/i18n/en/learn';
import { replay } from '../../../../src/i18n/en/replay';
import { room } from '../../../../src/i18n/en/room';
import type { ClientMessage } from '../../../../src/protocol/client_messages';
import type { GameRecord } from '../../../../src/protocol/records';
import { memoryStorage } from '../../memory_storage';
import { Navigation } from '../../../../src/ui/services/navigation';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { Toasts } from '../../../../src/ui/services/toasts';
import { render } from '../screen';

/** A page with boards before a server whose archive holds one game, and which explores whatever it is asked about. */
export class Desk {
  readonly asked: ClientMessage[] = [];
  readonly fetched: string[] = [];
  readonly navigation = new Navigation();
  readonly preferences = new Preferences(memoryStorage(), ['en']);
  readonly toasts = new Toasts(this.preferences);
  /** What the server says of a position. */
  explored: Readonly<Record<string, unknown>> = {};

  constructor(
    private readonly record: Partial<GameRecord> = {},
    private readonly visitor: string | null = null,
  ) {
    void this.preferences.addWords({ en: { ...common, ...room, ...replay, ...learn } });
    vi.stubGlobal('fetch', (url: string, { method = 'GET' }: RequestInit = {}) => {
      this.fetched.push(`${method} ${url}`);
      return Promise.resolve(new Response(JSON.stringify(this.record)));
    });
  }

  open(page: ComponentChildren): void {
    const services = {
      account: { user: signal(this.visitor && { id: 'u1', name: this.visitor }), token: 'secret' },
      socket: {
        games: signal([{ game: 'gomoku', sizes: [15, 19] }]),
        send: () => undefined,
        subscribe: (listener: { onConnected(): void }) => {
          listener.onConnected();
          return () => undefined;
        },
        request: (message: ClientMessage) => {
          this.asked.push(message);
          return Promise.resolve(this.answer(message));
        },
      },
      navigation: this.navigation,
      preferences: this.preferences,
      toasts: this.toasts,
    } as unknown as Services;
    render(<ServicesContext.Provider value={services}>{page}</ServicesContext.Provider>);
  }

  private answer(message: ClientMessage): unknown {
    if (message.t !== 'explore') return { t: 'ack' };
    const { game, pos = '', moves } = message;
    const start = game === 'xiangqi' ? '4k4/9/9/9/9/9/9/9/9/4K4 w' : `${'-'.repeat(225)} X`;
    const turn = moves.length % 2 === 0 ? 'first' : 'second';
    return {
      t: 'explored',
      pos: pos || start,
      turn,
      legal: [],
      check: false,
      outcome: null,
      moves,
      ...this.explored,
    };
  }
}

/** A game of Xiangqi that is over after two plies, as the archive has it. */
export const archived = (more: Partial<GameRecord> = {}): GameRecord => ({
  gameId: 'g1',
  game: 'xiangqi',
  rule: 'standard',
  you: null,
  players: [
    { name: 'lin', online: false },
    { name: 'chen', online: false },
  ],
  time: null,
  rated: false,
  startPos: '',
  state: {
    moves: 'e0e1 e9e8',
    ply: 2,
    turn: 'first',
    pos: '9/4k4/9/9/9/9/9/9/4K4/9 w',
    clock: null,
    status: 'finished',
    result: 'first',
    reason: 'resign',
  },
  chat: [],
  v: 9,
  positions: ['4k4/9/9/9/9/9/9/9/9/4K4 w', '4k4/9/9/9/9/9/9/9/4K4/9 b', '9/4k4/9/9/9/9/9/9/4K4/9 w'],
  notations: [],
  spent: [4_000, 61_000],
  at: Date.UTC(2026, 0, 2),
  ...more,
});
