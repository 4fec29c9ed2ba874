import { effect } from '@preact/signals';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientMessage } from '../../../../../src/protocol/client_messages';
import { Refusal } from '../../../../../src/protocol/connection';
import type { GameEvent, GameFull } from '../../../../../src/protocol/server_messages';
import { Account } from '../../../../../src/state/account';
import { memoryStorage } from '../../../memory_storage';
import { RoomModel } from '../../../../../src/ui/room/model/room_model';
import type { Services } from '../../../../../src/ui/services/services';
import { ack, full, moved, refuse, settled, stateOf, type Answer } from '../../../room_messages';

let sent: ClientMessage[];
let answers: Partial<Record<ClientMessage['t'], Answer>>;
let failures: unknown[], said: string[];
let account: Account;
let model: RoomModel;
const joins = (): ClientMessage[] => sent.filter((message) => message.t === 'join');
const plays = (): ClientMessage[] => sent.filter((message) => message.t === 'move');
beforeEach(() => {
  sent = [];
  answers = {};
  failures = [];
  said = [];
  account = new Account(memoryStorage());
  account.rename('');
  const request: Answer = (message) => {
    sent.push(message);
    return (answers[message.t] ?? ack)(message);
  };
  model = new RoomModel('g1', {
    account,
    socket: {
      request,
      send: (message: ClientMessage) => sent.push(message),
      time: { at: (now: number) => now },
    },
    toasts: { showError: (error: unknown) => failures.push(error), show: (text: string) => said.push(text) },
    preferences: { t: (key: string) => key },
  } as unknown as Services);
});

describe('joining', () => {
  it('brings the token of the seat', async () => {
    account.keepSeat({ gameId: 'g1', token: 'S', code: '' });
    model.onConnected();
    await settled();
    expect(joins()).toEqual([{ t: 'join', gameId: 'g1', as: 'player', token: 'S' }]);
  });

  it('after a loss asks for everything, because nothing but a snapshot is sure to be whole', async () => {
    model.onConnected();
    model.onMessage(full('', 4));
    await settled();
    model.onConnected();
    await settled();
    expect(joins()[1]).toEqual({ t: 'join', gameId: 'g1', as: 'player' });
  });

  it('asks again when an event does not fit the state that is here', async () => {
    model.onConnected();
    await settled();
    model.onMessage(full('', 4));
    model.onMessage({ t: 'event', gameId: 'g1', v: 5, kind: 'takeback', plies: 2, delta: {} });
    await settled();
    expect(joins()).toHaveLength(2);
    expect(model.room.value?.v).toBe(4);
  });

  it('watches where both seats are taken', async () => {
    answers.join = (message) =>
      message.t === 'join' && message.as === 'player' ? refuse('full')(message) : ack(message);
    model.onConnected();
    await settled();
    expect(joins().map((message) => message.t === 'join' && message.as)).toEqual(['player', 'spectator']);
    expect(model.failure.value).toBeNull();
  });

  it('keeps the refusal of a room that does not exist', async () => {
    answers.join = refuse('not_found');
    model.onConnected();
    await settled();
    expect(model.failure.value).toMatchObject({ code: 'not_found' });
  });

  it('asks again when an event is missing', async () => {
    model.onConnected();
    await settled();
    model.onMessage(full('', 4));
    model.onMessage(moved('h8 i8', 6));
    await settled();
    expect(joins()).toHaveLength(2);
    expect(model.room.value?.moves).toEqual([]);
  });
});

describe('a room that the server has let go of', () => {
  it('is joined again', async () => {
    model.onConnected();
    await settled();
    model.onMessage(full('', 4));
    model.onMessage({ t: 'error', code: 'internal', message: 'Join again.' });
    await settled();
    expect(joins()).toHaveLength(2);
  });

  it('is joined again by no refusal of a request, and by no failure elsewhere', async () => {
    model.onConnected();
    await settled();
    model.onMessage(full('', 4));
    model.onMessage({ t: 'error', id: 7, code: 'internal', message: '' });
    model.onMessage({ t: 'error', gameId: 'g2', code: 'internal', message: '' });
    await settled();
    expect(joins()).toHaveLength(1);
  });
});

it('joins again for what is missed while a move is out', async () => {
  answers.move = () => new Promise(() => undefined);
  model.onConnected();
  await settled();
  model.onMessage(full('', 4));
  model.play('h8');
  model.onConnected();
  await settled();
  model.onMessage(moved('h8 i8 j8', 9));
  await settled();
  expect(joins()).toHaveLength(3);
});

it('sends a move before it is drawn, whatever comes of the drawing', async () => {
  model.onConnected();
  await settled();
  model.onMessage(full('', 4));
  const drawing = effect(() => {
    if (model.pending.value) throw new Error('cannot draw');
  });
  expect(() => model.play('h8')).toThrow('cannot draw');
  drawing();
  expect(plays()).toHaveLength(1);
});

describe('moving', () => {
  beforeEach(async () => {
    model.onConnected();
    model.onMessage(full('', 4));
    await settled();
  });

  it('shows the move at once and forgets it when the game has it', async () => {
    model.play('h8');
    expect(model.pending.value).toEqual({ ply: 0, move: 'h8' });
    await settled();
    expect(model.pending.value).not.toBeNull();
    model.onMessage(moved('h8', 5));
    expect(model.pending.value).toBeNull();
  });

  it('takes a refused move back and says why', async () => {
    answers.move = refuse('illegal_move');
    model.play('h8');
    await settled();
    expect(model.pending.value).toBeNull();
    expect(failures).toHaveLength(1);
  });

  it('sends the move again when the line broke before the answer, and says so', async () => {
    answers.move = refuse('connection_lost');
    model.play('h8');
    await settled();
    expect([failures.length, model.pending.value?.move]).toEqual([1, 'h8']);
    answers.move = ack;
    model.onConnected();
    await settled();
    expect(plays()).toEqual([
      { t: 'move', gameId: 'g1', ply: 0, move: 'h8' },
      { t: 'move', gameId: 'g1', ply: 0, move: 'h8' },
    ]);
  });

  it('does not send again what the snapshot already holds', async () => {
    answers.move = refuse('connection_lost');
    model.play('h8');
    await settled();
    answers.join = (message) => {
      model.onMessage(full('h8', 5));
      return ack(message);
    };
    model.onConnected();
    await settled();
    expect(plays()).toHaveLength(1);
    expect(model.pending.value).toBeNull();
  });

  it('says that the game had gone past a move that was made without a line', async () => {
    answers.move = refuse('connection_lost');
    model.play('h8');
    await settled();
    model.onMessage(full('k11 i8', 6));
    expect(model.pending.value).toBeNull();
    expect(said).toEqual(['error.stale_ply']);
    said = [];
    model.onMessage(full('k11 i8', 6));
    expect(said).toEqual([]);
  });

  it('makes one move at a time', () => {
    model.play('h8');
    model.play('i8');
    expect(plays()).toHaveLength(1);
  });
});

describe('browsing', () => {
  beforeEach(() => model.onMessage(full('a b c', 4)));

  it('stays where it is while the game goes on', () => {
    model.browse(1);
    model.onMessage(moved('a b c d', 5));
    expect(model.shownPly.value).toBe(1);
  });

  it('follows the game again from its end', () => {
    model.browse(3);
    expect(model.browsed.value).toBeNull();
    model.onMessage(moved('a b c d', 5));
    expect(model.shownPly.value).toBe(4);
  });

  it('does not stand on a ply that was taken back', () => {
    model.browse(2);
    model.onMessage({ ...moved('a', 5), kind: 'takeback' });
    expect(model.shownPly.value).toBe(1);
  });
});

it('hears the events of its own room only', () => {
  const changed = vi.fn();
  model.onChange = changed;
  model.onMessage(full('', 4));
  model.onMessage({ ...moved('h8', 5), gameId: 'other' });
  expect(changed).not.toHaveBeenCalled();
  model.onMessage(moved('h8', 5));
  expect(changed).toHaveBeenCalledOnce();
});

describe('a move made ahead', () => {
  const waiting = (moves: string, v: number): GameFull => ({
    ...full(moves, v),
    state: { ...stateOf(moves), turn: 'second' },
  });
  const turned = (moves: string, v: number, legal: readonly string[]): GameEvent => ({
    ...moved(moves, v),
    state: { ...stateOf(moves), legal },
  });

  const waitingEvent = (v: number): GameEvent => ({ ...moved('h8', v) });

  beforeEach(async () => {
    model.onConnected();
    await settled();
    model.onMessage(waiting('h8', 4));
    model.play('i9');
  });

  it('stays here until its turn comes, and is then played at once', () => {
    expect(model.premove.value).toBe('i9');
    expect(plays()).toEqual([]);
    model.onMessage(turned('h8 h9', 5, ['i9', 'i8']));
    expect(plays()).toEqual([{ t: 'move', gameId: 'g1', ply: 2, move: 'i9' }]);
    expect(model.premove.value).toBeNull();
  });

  it('is dropped where the game no longer allows it', () => {
    model.onMessage(turned('h8 i9', 5, ['i8']));
    expect(plays()).toEqual([]);
    expect(model.premove.value).toBeNull();
    expect(said).toEqual(['room.premove.gone']);
  });

  it('is withdrawn by the same move, and replaced by another', () => {
    model.play('i9');
    expect(model.premove.value).toBeNull();
    model.play('i8');
    model.play('i7');
    expect(model.premove.value).toBe('i7');
  });

  it('does not outlive a takeback, and one is told so', () => {
    model.onMessage({ ...turned('', 5, ['i9']), kind: 'takeback' });
    expect(model.premove.value).toBeNull();
    expect(plays()).toEqual([]);
    expect(said).toEqual(['room.premove.gone']);
  });

  it('outlives what does not concern it', () => {
    const waits = (v: number, kind: GameEvent['kind'], paused = false): void =>
      model.onMessage({ ...waitingEvent(v), kind, state: { ...stateOf('h8'), turn: 'second', paused } });
    waits(5, 'offer');
    waits(6, 'clock');
    waits(7, 'pause', true);
    waits(8, 'resume');
    expect(model.premove.value).toBe('i9');
    model.onMessage(turned('h8 h9', 9, ['i9']));
    expect(plays()).toHaveLength(1);
  });

  it('is played after a loss of the line, when the other has moved meanwhile', async () => {
    answers.join = (message) => {
      model.onMessage({ ...full('h8 h9', 5), state: { ...stateOf('h8 h9'), legal: ['i9'] } });
      return ack(message);
    };
    model.onConnected();
    await settled();
    expect(plays()).toEqual([{ t: 'move', gameId: 'g1', ply: 2, move: 'i9' }]);
    expect(model.premove.value).toBeNull();
  });

  it('outlives a loss of the line while the other still thinks', () => {
    model.onMessage(waiting('h8', 4));
    expect(model.premove.value).toBe('i9');
  });

  it('does not outlive what was taken back while the line was lost', () => {
    model.onMessage(full('', 6));
    expect(model.premove.value).toBeNull();
    expect(plays()).toEqual([]);
    expect(said).toEqual(['room.premove.gone']);
  });

  it('goes with the pending move that it was planned after', async () => {
    model.onMessage({ ...full('h8 h9', 5), state: { ...stateOf('h8 h9'), legal: ['c3'] } });
    said = [];
    answers.move = refuse('illegal_move');
    model.play('c3');
    model.play('d4');
    expect(model.premove.value).toBe('d4');
    await settled();
    expect(model.pending.value).toBeNull();
    expect(model.premove.value).toBeNull();
    expect(said).toEqual(['room.premove.gone']);
    model.onMessage({ ...turned('h8 h9', 6, ['d4']), kind: 'offer' });
    expect(plays()).toHaveLength(1);
  });
});

describe('an offer of the visitor', () => {
  const offered = (v: number, more: Partial<GameEvent>, draw: 'first' | null = null): void =>
    model.onMessage({
      ...moved('h8 h9', v),
      kind: 'offer',
      offer: 'draw',
      ...more,
      state: { ...stateOf('h8 h9'), offers: { draw } },
    });
  beforeEach(() => {
    model.onMessage(full('h8 h9', 4));
    offered(5, { by: 'first', on: true }, 'first');
  });

  it('that was declined is told to be', () => {
    offered(6, { by: 'second', on: false });
    expect(said).toEqual(['offer.draw.declined']);
  });

  it('that was withdrawn is not', () => {
    offered(6, { by: 'first', on: false });
    expect(said).toEqual([]);
  });

  it('is declined by a move of the other', () => {
    model.onMessage({ ...moved('h8 h9 i9', 6), by: 'second' });
    expect(said).toEqual(['offer.draw.declined']);
  });
});

describe('typed moves', () => {
  beforeEach(async () => {
    model.onConnected();
    await settled();
    model.onMessage({ ...full('h8 h9', 4), state: { ...stateOf('h8 h9'), legal: ['i9'] } });
  });

  it('are drawn at once where they are certainly legal, however they are written', async () => {
    expect(await model.playTyped(' I-9 ', 'H8')).toBe(true);
    expect(model.pending.value).toMatchObject({ move: 'i9' });
  });

  it('go to the server as they are otherwise', async () => {
    expect(await model.playTyped('炮二平五', 'H8')).toBe(true);
    expect(model.pending.value).toBeNull();
    expect(plays()).toEqual([{ t: 'move', gameId: 'g1', ply: 2, move: '炮二平五' }]);
    answers.move = refuse('illegal_move');
    expect(await model.playTyped('z99', 'H8')).toBe(false);
    expect(failures).toHaveLength(1);
    answers.move = () => Promise.reject(new Refusal('illegal_move', '', 'syntax'));
    expect(await model.playTyped('z99', 'H8')).toBe(false);
    expect(failures[1]).toMatchObject({ code: 'illegal_move', reason: 'example', message: 'H8' });
  });
});

describe('opening procedures', () => {
  const offering = (): GameFull => ({
    ...full('h8 h9 i9 i8', 4),
    state: {
      ...stateOf('h8 h9 i9 i8'),
      opening: { step: 'choose', by: 'first', options: ['keep', 'offer'], toOffer: 2 },
    },
  });

  it('gather the points that are offered together', async () => {
    model.onConnected();
    await settled();
    model.onMessage(offering());
    model.command({ do: 'markOffers', on: true });
    for (const point of ['a1', 'c3', 'c3', 'b2']) model.play(point);
    expect(plays()).toEqual([]);
    model.choose('offer');
    expect(sent.at(-1)).toEqual({ t: 'action', gameId: 'g1', v: 4, do: 'offer', moves: ['a1', 'b2'] });
  });

  it('exchange the sides with a swap', async () => {
    model.onConnected();
    await settled();
    model.onMessage(full('h8 h9 i9', 4));
    model.onMessage({
      ...moved('h8 h9 i9', 5),
      kind: 'swap',
      players: [
        { name: 'b', online: true },
        { name: 'a', online: true },
      ],
    });
    expect(model.room.value?.full.you).toBe('second');
    expect(model.room.value?.full.players[1].name).toBe('a');
  });
});

it('forgets what the computer thought when moves are taken back', () => {
  model.onMessage(full('h8 i9', 2));
  model.onMessage({
    t: 'thought',
    gameId: 'g1',
    ply: 1,
    depth: 9,
    eval: { kind: 'eval', value: 20 },
    line: ['i9'],
    notations: [{}],
  });
  expect(model.thought.value?.depth).toBe(9);
  model.onMessage({ ...moved('', 3), kind: 'takeback' });
  expect(model.thought.value).toBeNull();
});

describe('what was said', () => {
  it('is whole after a loss of the line, with what the server no longer keeps', () => {
    const line = (at: number) => ({ from: 'b', text: String(at), at });
    model.onMessage({ ...full('', 4), chat: [line(1), line(2)] });
    model.onMessage({ t: 'chat', gameId: 'g1', ...line(3) });
    model.onMessage({ ...full('', 4), chat: [line(3), line(4)] });
    expect(model.room.value?.chat.map(({ at }) => at)).toEqual([1, 2, 3, 4]);
  });

  it('by the visitor comes back to him where it is refused', async () => {
    answers.chat = refuse('rate_limited');
    expect(await model.sendChat('hello', 'all')).toBe(false);
    expect(failures).toHaveLength(1);
    answers.chat = ack;
    expect(await model.sendChat('hello', 'all')).toBe(true);
  });
});

describe('an absence', () => {
  const away = (online: boolean): GameFull => ({
    ...full('h8', 4),
    players: [
      { name: 'a', online: true },
      { name: 'b', online },
    ],
    state: { ...stateOf('h8'), turn: 'second' },
  });
  beforeEach(() => {
    model.onMessage(away(true));
    model.onMessage({ t: 'crowd', gameId: 'g1', online: [true, false], spectators: 0 });
    model.onMessage({ t: 'gone', gameId: 'g1', side: 'second', gone: true, claimInMs: 10_000 });
  });

  it('is still known after a loss of the line, while it lasts', () => {
    model.onMessage(away(false));
    expect(model.room.value?.gone).toMatchObject({ side: 'second' });
  });

  it('is over when the snapshot shows the player', () => {
    model.onMessage(away(true));
    expect(model.room.value?.gone).toBeNull();
  });

  it('is over when the crowd has the player again', () => {
    model.onMessage({ t: 'crowd', gameId: 'g1', online: [true, true], spectators: 0 });
    expect(model.room.value?.gone).toBeNull();
  });

  it('is over when the player moves', () => {
    model.onMessage({ ...moved('h8 h9', 5), by: 'second' });
    expect(model.room.value?.gone).toBeNull();
  });
});

describe('while the room is not entered', () => {
  const refusal = new Refusal('elsewhere', 'Not here.', undefined, 400);
  let refuseJoin: (error: Refusal) => void;
  beforeEach(() => {
    vi.useFakeTimers();
    model.onMessage(full('', 4));
    answers.join = () => new Promise((_, reject) => (refuseJoin = reject));
    model.onConnected();
  });
  afterEach(() => void vi.useRealTimers());

  it('what is said waits for an answer, and is not sent to a server that does not keep the room', async () => {
    const said = model.sendChat('well played', 'all');
    await vi.advanceTimersByTimeAsync(0);
    expect(sent.map(({ t }) => t)).toEqual(['join']);
    refuseJoin(refusal);
    expect(await said).toBe(false);
    expect(failures).toEqual([expect.objectContaining({ code: 'connection_lost' })]);
    expect(await model.sendChat('again', 'all')).toBe(false);
    expect(sent.map(({ t }) => t)).toEqual(['join']);
  });

  it('what is said meanwhile is heard once it is', async () => {
    const said = model.sendChat('well played', 'all');
    answers.join = ack;
    model.onConnected();
    refuseJoin(new Refusal('connection_lost', 'lost'));
    await vi.advanceTimersByTimeAsync(0);
    expect(failures, 'the banner tells of a long loss; a short one is not worth a word').toEqual([]);
    expect(await model.sendChat('thanks', 'all')).toBe(true);
    await said;
    expect(sent.at(-1)).toMatchObject({ t: 'chat', text: 'thanks' });
  });

  it('a move waits, and is sent when it is', async () => {
    refuseJoin(refusal);
    await vi.advanceTimersByTimeAsync(0);
    model.play('h8');
    await vi.advanceTimersByTimeAsync(0);
    expect(plays()).toEqual([]);
    expect(model.pending.value).toMatchObject({ move: 'h8' });
    answers.join = ack;
    await vi.advanceTimersByTimeAsync(400);
    expect(plays()).toHaveLength(1);
    expect(failures).toEqual([]);
  });
});

describe('reports', () => {
  const line = { from: 'b', text: 'rude', at: 7 };

  it('are marked when the server has them', async () => {
    await model.report(line);
    expect(sent).toEqual([{ t: 'report', gameId: 'g1', from: 'b', at: 7 }]);
    expect([...model.reported.value]).toEqual([7]);
  });

  it('that are refused are not', async () => {
    answers.report = refuse('not_found');
    await model.report(line);
    expect(failures).toHaveLength(1);
    expect(model.reported.value.size).toBe(0);
  });

  it('come to the host once each, however often the server tells them, and no more than it keeps', () => {
    model.onMessage(full('', 1));
    const tell = (at: number): void => model.onMessage({ t: 'reported', gameId: 'g1', ...line, at });
    for (const at of [7, 8, 7]) tell(at);
    expect(model.reports.value.map(({ at }) => at)).toEqual([8, 7]);
    for (let at = 10; at < 70; at++) tell(at);
    expect(model.reports.value.map(({ at }) => at)).toEqual(Array.from({ length: 50 }, (_, n) => n + 20));
  });
});

it.each(['rate_limited 400', 'elsewhere 400', 'busy 400', 'busy', 'internal'])(
  'joins again when the server says that it may, and not once it has left: %s',
  async (refusal) => {
    const [code = '', known] = refusal.split(' ');
    const retryMs = known ? Number(known) : undefined;
    vi.useFakeTimers();
    answers.join = () => Promise.reject(new Refusal(code, '', undefined, retryMs));
    model.onConnected();
    await vi.advanceTimersByTimeAsync((retryMs ?? 5_000) - 1);
    const before = joins().length;
    await vi.advanceTimersByTimeAsync(1);
    expect(joins()).toHaveLength(before + 1);
    expect(model.failure.value === null).toBe(code === 'rate_limited');
    model.destroy();
    await vi.advanceTimersByTimeAsync(9_999);
    expect(joins()).toHaveLength(before + 1);
    vi.useRealTimers();
  },
);
