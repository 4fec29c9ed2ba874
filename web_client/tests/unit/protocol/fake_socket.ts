import type { Socket } from '../../../src/protocol/connection';
import type { ServerMessage } from '../../../src/protocol/server_messages';

/** The other end of a connection under test. */
export class FakeSocket implements Socket {
  static all: FakeSocket[] = [];

  onopen: Socket['onopen'] = null;
  onmessage: Socket['onmessage'] = null;
  onclose: Socket['onclose'] = null;
  sent: { t: string; id?: number; [field: string]: unknown }[] = [];
  closed = false;
  answersPings = false;

  constructor(readonly url: string) {
    FakeSocket.all.push(this);
  }

  static get last(): FakeSocket {
    const last = FakeSocket.all.at(-1);
    if (!last) throw new Error('no socket was opened');
    return last;
  }

  send(text: string): void {
    const message = JSON.parse(text) as FakeSocket['sent'][number];
    this.sent.push(message);
    if (this.answersPings && message.t === 'ping')
      queueMicrotask(() => this.says({ t: 'pong', at: message.at, now: 0 }));
  }

  close(): void {
    this.closed = true;
  }

  says(message: ServerMessage | object): void {
    this.onmessage?.({ data: JSON.stringify(message) });
  }

  greet(): void {
    this.onopen?.();
    this.welcome();
  }

  welcome(): void {
    this.says({
      t: 'welcome',
      v: 1,
      user: { id: 'u1', name: 'Lin', guest: true },
      token: 'T',
      now: 1_000,
      games: [],
    });
  }

  of(type: string): FakeSocket['sent'] {
    return this.sent.filter((message) => message.t === type);
  }
}
