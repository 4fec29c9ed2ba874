import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { vi } from 'vitest';
import { challenges } from '../../../src/i18n/en/challenges';
import { clubs } from '../../../src/i18n/en/clubs';
import { common } from '../../../src/i18n/en/common';
import { inbox } from '../../../src/i18n/en/inbox';
import { library } from '../../../src/i18n/en/library';
import { lists } from '../../../src/i18n/en/lists';
import { lobby } from '../../../src/i18n/en/lobby';
import { moderation } from '../../../src/i18n/en/moderation';
import { parts } from '../../../src/i18n/en/parts';
import { people } from '../../../src/i18n/en/people';
import { replay } from '../../../src/i18n/en/replay';
import { room } from '../../../src/i18n/en/room';
import { settings } from '../../../src/i18n/en/settings';
import { studies } from '../../../src/i18n/en/studies';
import { tournaments } from '../../../src/i18n/en/tournaments';
import type { ClientMessage } from '../../../src/protocol/client_messages';
import type { ConnectionStatus } from '../../../src/protocol/connection';
import type { GameOffer, PlayingGame, ServerMessage } from '../../../src/protocol/server_messages';
import { Account } from '../../../src/state/account';
import { memoryStorage } from '../memory_storage';
import type { SocketListener } from '../../../src/ui/services/socket_client';
import { Navigation } from '../../../src/ui/services/navigation';
import { Preferences } from '../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../src/ui/services/services';
import { Toasts } from '../../../src/ui/services/toasts';
import { act, render } from './screen';

interface Visitor {
  readonly id: string;
  readonly name: string;
  readonly guest: boolean;
  readonly program: boolean;
  readonly playing: readonly PlayingGame[];
  readonly readyCode: string;
}

/** A page with all services, before a server that answers as the test says: messages on the line, and requests by
 *  HTTP. */
export class Site {
  /** Whom the server has greeted. */
  private visitor: Partial<Visitor> | null = null;
  /** What was asked on the line, and what was only told. */
  readonly asked: ClientMessage[] = [];
  readonly sent: ClientMessage[] = [];
  /** `GET /api/games?status=finished`, and what was sent along. */
  readonly fetched: string[] = [];
  readonly bodies: unknown[] = [];
  readonly keep = memoryStorage();
  readonly account = new Account(this.keep);
  readonly navigation = new Navigation();
  readonly preferences = new Preferences(this.keep, ['en']);
  readonly toasts = new Toasts(this.preferences);
  readonly sounds = { play: vi.fn(), volume: 0 };
  readonly status = signal<ConnectionStatus>('open');
  readonly latency = signal<number | null>(null);
  readonly games = signal<readonly GameOffer[]>([]);
  /** On the clock of the server. */
  now = 0;
  answer: (message: ClientMessage) => object | Promise<object> = () => ({ t: 'ack' });
  /** What the archive says, at once or late; a `Response` where it is no answer. */
  archive: (request: string) => unknown = () => ({});
  private readonly listeners = new Set<SocketListener>();

  constructor() {
    void this.preferences.addWords({
      en: {
        ...common,
        ...settings,
        ...room,
        ...parts,
        ...replay,
        ...lists,
        ...lobby,
        ...moderation,
        ...people,
        ...library,
        ...studies,
        ...tournaments,
        ...clubs,
        ...challenges,
        ...inbox,
      },
    });
    vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit = {}) => {
      this.fetched.push(`${method} ${url}`);
      if (typeof body === 'string') this.bodies.push(JSON.parse(body));
      const told = await this.archive(`${method} ${url}`);
      return told instanceof Response ? told.clone() : new Response(JSON.stringify(told));
    });
  }

  get services(): Services {
    const { account, navigation, preferences, sounds, toasts, status, latency, games } = this;
    const socket = {
      status,
      latency,
      games,
      time: { at: () => this.now },
      send: (message: ClientMessage) => void this.sent.push(message),
      request: async (message: ClientMessage) => {
        this.asked.push(message);
        return this.answer(message);
      },
      subscribe: (listener: SocketListener) => {
        this.listeners.add(listener);
        listener.onConnected();
        return () => this.listeners.delete(listener);
      },
    };
    return { account, socket, navigation, preferences, sounds, toasts } as unknown as Services;
  }

  /** Who is here, as the server greets. */
  greet(visitor: Partial<Visitor> = {}): this {
    const { id = 'u1', name = 'Lin', guest = false, program = false, readyCode = '' } = visitor;
    // A list of its own, as each message brings one.
    const playing = [...(visitor.playing ?? [])];
    this.visitor = visitor;
    const user = { id, name, guest, ...(program && { program }) };
    this.account.applyWelcome({
      t: 'welcome',
      v: 1,
      user,
      token: 'T',
      now: 0,
      games: [],
      playing,
      readyCode,
    });
    return this;
  }

  open(page: ComponentChildren): this {
    render(<ServicesContext.Provider value={this.services}>{page}</ServicesContext.Provider>);
    return this;
  }

  /** The server says something to every page. */
  hear(message: object): Promise<void> {
    return act(() => this.listeners.forEach((listener) => listener.onMessage(message as ServerMessage)));
  }

  /** The line was lost, and the server greets on another one. */
  comeBack(): Promise<void> {
    return act(() => {
      this.listeners.forEach((listener) => listener.onConnected());
      if (this.visitor) this.greet(this.visitor);
      this.listeners.forEach((listener) => listener.onMessage({ t: 'welcome' } as ServerMessage));
    });
  }

  /** What toasts say. */
  get said(): readonly string[] {
    return this.toasts.list.value.map(({ text }) => text);
  }
}

/** A refusal by HTTP. */
export const refused = (code: string, more: object = {}, status = 400): Response =>
  new Response(JSON.stringify({ error: { code, message: `no: ${code}`, ...more } }), { status });
