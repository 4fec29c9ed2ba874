// Tournaments as their players and their director see them, at one server or at several on one database.
import assert from 'node:assert/strict';
import { Client, playRandomly } from './client.mjs';
import { PATIENCE_MS, eventually, inTime, retryAfter } from './patience.mjs';
import { pick, random } from './seed.mjs';

async function guests(server, count) {
  const found = [];
  while (found.length < count) {
    const client = await Client.connect(server);
    client.close();
    found.push({ token: client.welcome.token, name: client.welcome.user.name });
  }
  return found;
}

/** Gives the status, and what the server says. */
export async function ask(server, who, method, path, body = {}) {
  const response = await fetch(`${server.url}/api/tournaments${path}`, {
    ...inTime(),
    method,
    // No connection that is kept may be one to a server that was killed.
    headers: {
      ...server.headers,
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      connection: 'close',
    },
    ...(method === 'POST' && { body: JSON.stringify(body) }),
  });
  return { status: response.status, ...(await response.json()) };
}

export async function post(server, who, path, body) {
  const answer = await ask(server, who, 'POST', path, body);
  assert.ok(answer.status < 300, `${path}: ${JSON.stringify(answer)}`);
  return answer;
}

/** `first` and `second` are who begins, and the other. */
export const games = ({ round }) =>
  round.tables.flatMap((table) =>
    table.games.map((game) => ({
      ...game,
      number: round.number,
      second: game.first === table.first ? table.second : table.first,
    })),
  );

/** So many guests, of whom the first is the director, in a tournament that has begun. */
export async function gather(server, form, count) {
  const players = await guests(server, count);
  const [director] = players;
  const path = `/${(await post(server, director, '', form)).id}`;
  for (const player of players) await post(server, player, `${path}/join`);
  await post(server, director, `${path}/start`);
  return { players, director, path };
}

/** The server was killed meanwhile. */
const isGone = (error) => error.name === 'TypeError' || /connection/.test(error.message);

const isLeft = ({ result, annulled }) => result === undefined && !annulled;

/**
 * A tournament whose players go on whatever happens to the servers, and what they were told. A server has `isDown` from
 * before it is killed until it is ready again.
 */
export class Evening {
  /** By game: the result that an acknowledged resignation is. */
  results = new Map();
  /** By number of a round: its pairs, as they were shown first. */
  rounds = new Map();

  static async begin(servers, form, count) {
    const evening = Object.assign(new Evening(), { servers });
    return Object.assign(evening, await gather(await evening.#server(), form, count));
  }

  #server() {
    return eventually('a server', () => pick(this.servers.filter(({ isDown }) => !isDown)));
  }

  /** Asks any of the servers, and another one if that is killed meanwhile. */
  async #ask(method, path = '') {
    for (const deadline = Date.now() + PATIENCE_MS; ;) {
      try {
        const answer = await ask(await this.#server(), this.director, method, this.path + path);
        if (![429, 503].includes(answer.status)) return answer;
        await retryAfter(answer.error);
      } catch (error) {
        if (!isGone(error) || Date.now() > deadline) throw error;
        await retryAfter({});
      }
    }
  }

  /** With the last round, or that of the number. */
  async show(number) {
    const shown = await this.#ask('GET', number ? `?round=${number}` : '');
    assert.equal(shown.status, 200, JSON.stringify(shown));
    this.#compare(shown);
    return shown;
  }

  /** What was told once stays so. */
  #compare(shown) {
    const pairs = shown.round.tables.map(({ first, second }) => `${first}-${second}`).join(' ');
    assert.equal(pairs, this.rounds.get(shown.round.number) ?? pairs, `round ${shown.round.number}`);
    this.rounds.set(shown.round.number, pairs);
    for (const { gameId, result } of games(shown))
      if (this.results.has(gameId) && result !== undefined)
        assert.equal(result, this.results.get(gameId), `the result of ${gameId}`);
  }

  /** Plays games that are left, or else asks for the next round. False: the tournament is over. */
  async goOn() {
    const shown = await this.show();
    if (shown.phase !== 'running') return false;
    if (await this.playOf(shown)) return true;
    const { status, error } = await this.#ask('POST', '/next');
    assert.ok(status < 300 || status === 409, JSON.stringify(error));
    if (status === 409) await retryAfter({}); // The last results are being counted.
    return true;
  }

  /** False: none is left. */
  async playOf(shown) {
    const left = games(shown).filter(isLeft);
    const played = await Promise.allSettled(left.map((game) => this.#play(game)));
    for (const { reason } of played) if (reason && !isGone(reason)) throw reason;
    return left.length > 0;
  }

  /** Some moves each, then one of the two resigns. */
  async #play({ gameId, first, second }) {
    const seats = await Promise.all([first, second].map((number) => this.#enter(number, gameId)));
    const loser = random(2),
      stopAt = 2 + random(6);
    try {
      await Promise.all(seats.map((client) => playRandomly(client, random, { stopAt })));
      const answer = await seats[loser].act('resign');
      if (answer.t === 'ack') this.results.set(gameId, loser === 0 ? 'second' : 'first');
      else assert.equal(answer.code, 'game_over', JSON.stringify(answer));
    } finally {
      for (const client of seats) client.close();
    }
  }

  /** Goes where the game is kept. */
  async #enter(number, gameId) {
    let server = await this.#server();
    for (const deadline = Date.now() + PATIENCE_MS; ;) {
      const client = await Client.connect(server, { token: this.players[number - 1].token });
      const answer = await client.ask({ t: 'join', gameId, as: 'player' });
      if (answer.t !== 'error') {
        await client.until(() => client.room.gameId === gameId);
        return client;
      }
      client.close();
      assert.match(answer.code, /^(elsewhere|busy|rate_limited)$/, JSON.stringify(answer));
      assert.ok(Date.now() < deadline, JSON.stringify(answer));
      const keeper = this.servers.find(({ name, isDown }) => name === answer.node && !isDown);
      if (!keeper) await retryAfter(answer);
      server = keeper ?? (await this.#server());
    }
  }

  /** At the end: every result that was told is there, and each pair has met once. Gives the ids of all games. */
  async check() {
    const { phase, paired, standings } = await this.show();
    assert.equal(phase, 'finished');
    const all = [],
      met = [];
    for (let number = 1; number <= paired; ++number) {
      const shown = await this.show(number);
      all.push(...games(shown));
      met.push(...shown.round.tables.map(({ first, second }) => [first, second].sort().join()));
    }
    assert.equal(new Set(met).size, met.length, 'two have met twice');
    for (const [gameId, result] of this.results)
      assert.equal(all.find((game) => game.gameId === gameId)?.result, result, `${gameId} of ${this.path}`);
    assert.equal(
      standings.reduce((sum, { points }) => sum + points, 0),
      met.length,
      'each result counts once',
    );
    return all.map(({ gameId }) => gameId);
  }
}
