// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ClientMessage } from '../../../../src/protocol/client_messages';
import { Refusal } from '../../../../src/protocol/connection';
import type { PlayingGame, ServerMessage } from '../../../../src/protocol/server_messages';
import { Account } from '../../../../src/state/account';
import { challenges, emptyLobby } from '../../../../src/state/lobby';
import { memoryStorage } from '../../memory_storage';
import { LobbyModel } from '../../../../src/ui/lobby/lobby_model';
import type { Services } from '../../../../src/ui/services/services';

const time = { initial: 180_000, increment: 2_000 };
let sent: ClientMessage[];
let failures: unknown[];
let said: string[];
let refusal: Refusal | null;
let account: Account;
let played: string[];
let before: readonly PlayingGame[];
let visited: unknown[];
let model: LobbyModel;

/** What the server says when it greets. */
const plays = (...playing: readonly PlayingGame[]): void =>
  account.applyWelcome({
    t: 'welcome',
    v: 1,
    user: { id: 'u1', name: 'Lin', guest: true },
    token: 'U',
    games: [],
    now: 0,
    playing,
  });

beforeEach(() => {
  sent = [];
  failures = [];
  said = [];
  played = [];
  before = [];
  visited = [];
  refusal = null;
  account = new Account(memoryStorage());
  const answer: Partial<Record<string, ServerMessage>> = { seek: { t: 'ack', seekId: 's1' } };
  model = new LobbyModel({
    account,
    socket: {
      request: (message: ClientMessage) => {
        sent.push(message);
        return refusal ? Promise.reject(refusal) : Promise.resolve(answer[message.t] ?? { t: 'ack' });
      },
      send: (message: ClientMessage) => sent.push(message),
    },
    navigation: { to: (route: unknown) => visited.push(route) },
    preferences: { settings: { peek: () => ({ notify: false }) }, t: (key: string) => key },
    sounds: { play: (name: string) => played.push(name) },
    toasts: {
      show: (text: string) => said.push(text),
      showError: (error: unknown) => failures.push(error),
    },
  } as unknown as Services);
});

afterEach(() => void vi.useRealTimers());

const seeks = (): ClientMessage[] => sent.filter(({ t }) => t === 'seek');

/** On a new line: the server says which games go on only after it was greeted. */
function comeBack(): void {
  const told = account.playing.value;
  plays(...before);
  model.onConnected();
  plays(...told);
  model.onMessage({ t: 'welcome' } as ServerMessage);
}

describe('a search', () => {
  beforeEach(async () => {
    model.onConnected();
    await model.seek({ game: 'xiangqi', rule: 'standard' }, time);
  });

  it('that ended with its line is told, and can be gone on with', async () => {
    expect(model.endedSearch.value).toBeNull();
    comeBack();
    expect(model.search.value).toBeNull();
    expect(model.endedSearch.value).toMatchObject({ terms: { game: 'xiangqi' }, time });
    comeBack(); // The line breaks once more.
    expect(model.endedSearch.value).not.toBeNull();
    await model.seek({ game: 'xiangqi', rule: 'standard' }, time);
    expect(seeks()).toHaveLength(2);
    expect(seeks()[1]).toEqual(seeks()[0]);
    expect(model.endedSearch.value).toBeNull();
    expect(model.search.value).toMatchObject({ seekId: 's1' });
  });

  it('that ended with its line is ended on the server, which may not know that the line is lost', () => {
    comeBack();
    expect(sent).toContainEqual({ t: 'unseek', seekId: 's1' });
  });

  it('that found somebody while the line was lost leads to the game', () => {
    plays({ gameId: 'g7', game: 'xiangqi', opponent: 'Lin', yourTurn: true });
    comeBack();
    expect(played).toEqual(['found']);
    expect(visited).toEqual([{ page: 'room', gameId: 'g7' }]);
    expect(model.endedSearch.value).toBeNull();
  });

  it('that was not answered before the line was lost leads to the game that it found', async () => {
    refusal = new Refusal('connection_lost', 'connection lost');
    await model.seek({ game: 'gomoku' }, time);
    expect(failures).toEqual([refusal]);
    plays({ gameId: 'g7', game: 'gomoku', opponent: 'Lin', yourTurn: true });
    comeBack();
    expect(visited).toEqual([{ page: 'room', gameId: 'g7' }]);
    expect(model.endedSearch.value).toBeNull();
  });

  it('that was not answered before the line was lost is told, and can be gone on with', async () => {
    refusal = new Refusal('connection_lost', 'connection lost');
    await model.seek({ game: 'gomoku' }, time);
    comeBack();
    expect(model.endedSearch.value).toMatchObject({ terms: { game: 'gomoku' }, time });
  });

  // Who pressed Join beside a seek for other ratings had lost the own search by it.
  it('goes on where a seek that joins another is refused, and else gives way', async () => {
    const before = model.search.value;
    refusal = new Refusal('not_allowed', 'another rating', 'rating');
    await model.seek({ game: 'gomoku', with: 's9' }, time);
    expect(model.search.value).toBe(before);
    expect(sent).not.toContainEqual({ t: 'unseek', seekId: 's1' });
    refusal = null;
    await model.seek({ game: 'gomoku', with: 's9' }, time);
    expect(model.search.value).toMatchObject({ terms: { game: 'gomoku' } });
    expect(sent).toContainEqual({ t: 'unseek', seekId: 's1' });
  });

  it('does not lead to a game that went on before', async () => {
    plays({ gameId: 'g7', game: 'xiangqi', opponent: 'Lin', yourTurn: true });
    before = account.playing.value;
    await model.seek({ game: 'xiangqi', rule: 'standard' }, time);
    comeBack();
    expect(visited).toEqual([]);
    expect(model.endedSearch.value).not.toBeNull();
  });

  it('does not lead to a game of another kind, which another page has begun', () => {
    plays({ gameId: 'g7', game: 'gomoku', opponent: 'Bot 3', yourTurn: true });
    comeBack();
    expect(visited).toEqual([]);
    expect(model.endedSearch.value).not.toBeNull();
  });

  it('that was stopped is not told', () => {
    model.stopSearch();
    comeBack();
    expect(sent).toContainEqual({ t: 'unseek', seekId: 's1' });
    expect(model.endedSearch.value).toBeNull();
  });

  it('that found somebody is over', () => {
    model.onMessage({ t: 'created', gameId: 'g1', code: 'K', url: '/g1', token: 'T' });
    expect(model.search.value).toBeNull();
    comeBack();
    expect(model.endedSearch.value).toBeNull();
  });

  it('that ends because its page is left is told', () => {
    model.leave();
    expect(sent).toContainEqual({ t: 'unseek', seekId: 's1' });
    expect(said).toEqual(['lobby.searchLeft']);
  });

  it.each([
    ['was stopped', () => model.stopSearch()],
    [
      'found somebody',
      () => model.onMessage({ t: 'created', gameId: 'g1', code: 'K', url: '/g1', token: 'T' }),
    ],
    ['ended with its line', comeBack],
  ])('that %s is not told as one that was left', (_, end) => {
    end();
    model.leave();
    expect(said).toEqual([]);
  });
});

describe('a game that was asked for', () => {
  const create = () =>
    model.create({ t: 'create', game: 'gomoku', time: null, side: 'first', opponent: 'ai', level: 3 });

  // It was made, and stood in the list of unfinished ones; who pressed once more had two.
  it('is entered when its line was lost before the answer', async () => {
    refusal = new Refusal('connection_lost', '');
    await create();
    expect(failures).toEqual([refusal]);
    plays({ gameId: 'g7', game: 'gomoku', opponent: 'Bot 3', yourTurn: true });
    comeBack();
    expect(visited).toEqual([{ page: 'room', gameId: 'g7' }]);
    expect(played).toEqual([]);
    comeBack();
    expect(visited).toHaveLength(1);
  });

  it('and was not made is told when the line is back', async () => {
    refusal = new Refusal('connection_lost', '');
    await create();
    comeBack();
    expect(failures).toEqual([refusal, new Refusal('unmade', '')]);
    expect(visited).toEqual([]);
  });

  it('is not entered from another page, nor waited for where it was refused', async () => {
    refusal = new Refusal('busy', '');
    await create();
    plays();
    refusal = new Refusal('connection_lost', '');
    await create();
    history.replaceState(null, '', '/learn');
    plays({ gameId: 'g7', game: 'gomoku', opponent: 'Bot 3', yourTurn: true });
    comeBack();
    history.replaceState(null, '', '/');
    expect(visited).toEqual([]);
    expect(failures).toHaveLength(2);
  });
});

// Else the game that comes of it would be entered by one player only.
it('ends a search that is answered only when its page was left', async () => {
  model.onConnected();
  const search = model.seek({ game: 'xiangqi' }, time);
  model.leave();
  expect(sent).not.toContainEqual({ t: 'unseek', seekId: 's1' });
  expect(said).toEqual([]);
  await search;
  expect(sent).toContainEqual({ t: 'unseek', seekId: 's1' });
  expect(said).toEqual(['lobby.searchLeft']);
  expect(model.search.value).toBeNull();
});

// It had Join beside it.
it.each<[string, boolean, string, boolean]>([
  ['the own', false, 'Lin', true],
  ['that of somebody else', false, 'Hua', false],
  ['that of a guest of the same name', true, 'Lin', false],
])('knows a search of another tab: %s', (_, guest, name, isOwn) => {
  account.applyWelcome({
    t: 'welcome',
    v: 1,
    user: { id: 'u1', name: 'Lin', guest },
    token: 'U',
    games: [],
    now: 0,
  });
  const [search] = challenges({ ...emptyLobby, seeks: [{ seekId: 's9', game: 'xiangqi', name, time }] });
  expect(search && model.isOwn(search)).toBe(isOwn);
});

it('is silent about a room that was asked for', () => {
  model.onMessage({ t: 'created', id: 3, gameId: 'g1', code: 'K', url: '/g1', token: 'T' });
  expect(played).toEqual([]);
  expect(account.seatOf('g1')?.token).toBe('T');
});

// A class that opened it together, from one address: who was refused saw an empty lobby until the next reload.
it('is asked for again when the server lets it, but for a page that is gone', async () => {
  vi.useFakeTimers();
  const asked = () => sent.filter((message) => message.t === 'lobby' && message.on);
  refusal = new Refusal('rate_limited', '', undefined, 3_000);
  model.onConnected();
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked()).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(asked()).toHaveLength(2);
  model.leave();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked()).toHaveLength(2);
});
