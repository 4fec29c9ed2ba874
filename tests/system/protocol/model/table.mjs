// One random game on a real server, held against the model. Everything random comes from the seed of the run and the
// number of the table.
import { randomFrom } from '../../lib/client.mjs';
import { admitted, inTime, pause } from '../../lib/patience.mjs';
import { ClockFault, other } from './clock.mjs';
import {
  begin,
  demand,
  Fault,
  isChoosing,
  isDone,
  legalMoves,
  personOf,
  sideOf,
  stepOf,
} from './game_model.mjs';
import { Lost, Page } from './page.mjs';
import { LostTrack, Watched } from './watched.mjs';

const GAMES = [
  { game: 'xiangqi', rule: 'standard' },
  { game: 'gomoku', rule: 'freestyle', size: 15 },
  { game: 'gomoku', rule: 'standard', size: 15 },
  { game: 'gomoku', rule: 'renju', size: 15 },
  { game: 'gomoku', rule: 'caro', size: 15 },
  { game: 'antireversi', rule: 'standard' },
  { game: 'antireversi', rule: '6x6' },
  { game: 'antireversi', rule: '4x4' },
];
const TIMES = [
  null,
  { initial: 60_000 },
  { initial: 2_000 },
  { initial: 1_500, increment: 1_000 },
  { increment: 2_000 },
  { initial: 300_000, increment: 3_000 },
  { byoyomi: 700, periods: 4 },
  { initial: 800, byoyomi: 400, periods: 5 },
  { initial: 900, increment: 200, byoyomi: 300, periods: 3 },
  { perMove: 1_500 },
  { initial: 4_000, byoyomi: 500, periods: 2, perMove: 2_000 },
  { days: 1 },
];
const ACTIONS = [
  'draw',
  'takeback',
  'pause',
  'resume',
  'addTime',
  'abort',
  'resign',
  'claimWin',
  'claimDraw',
  'keep',
  'swap',
  'more',
  'rematch',
];
const OFFERS_IN_PLAY = ['draw', 'takeback', 'takeback', 'pause'];
const MOST_EVENTS = 100; // So that what was missed can still be told event by event.

export class Table extends Watched {
  /** `world`: {server, referee, restarts[], whenUp(), count(what)}. */
  constructor(world, seed, number) {
    super();
    this.world = world;
    this.number = number;
    this.random = randomFrom((seed + number * 2_654_435_761) >>> 0);
    for (let i = 0; i < 8; i++) this.random(2); // Neighbours begin alike.
    this.trace = [];
  }

  chance = (percent) => this.random(100) < percent;
  pick = (list) => list[this.random(list.length)];

  // ---- one game ------------------------------------------------------------------------------------------------

  async play() {
    try {
      await this.survive(() => this.open());
      for (let next = true; next;) {
        const steps = 12 + this.random(40);
        for (let i = 0; i < steps && !this.isFinished(); i++) await this.survive(() => this.step());
        await this.survive(() => this.finish());
        next = await this.survive(() => this.goOn());
      }
    } catch (error) {
      if (error instanceof LostTrack) return void this.world.count('lost track');
      if (!(error instanceof Fault || error instanceof ClockFault))
        error.message = `${error.message} (${error.stack})`;
      error.table = this;
      throw error;
    } finally {
      this.world.away.delete(this);
      for (const chair of this.chairs ?? []) chair.page?.close();
    }
  }

  isFinished() {
    return this.state.v > MOST_EVENTS || (isDone(this.state) && this.chance(20));
  }

  /** Repeats after a restart what the restart has cut short: `what` must bear that. */
  async survive(what) {
    for (let tries = 0; ; tries++) {
      try {
        if (this.lost) await this.recover();
        this.world.away.delete(this);
        const result = await what();
        return result;
      } catch (error) {
        if (!(error instanceof Lost) || tries > 20) throw error;
        this.lost = true;
        this.world.away.add(this);
        await this.world.whenUp(this);
      }
    }
  }

  note(what) {
    this.trace.push(what);
  }

  // ---- people and pages ----------------------------------------------------------------------------------------

  /** A connection for somebody: chairs of one user share the token. */
  async connect(user, hello = {}) {
    const page = await Page.connect(this.world.server, {
      ...(user.token ? { token: user.token } : { name: user.name }),
      ...hello,
    });
    demand(page.welcome.t === 'welcome', `no welcome: ${JSON.stringify(page.welcome)}`);
    if (user.id) demand(page.welcome.user.id === user.id, 'with the token one is the same user');
    user.id = page.welcome.user.id;
    user.token = page.welcome.token;
    return page;
  }

  async open() {
    this.world.count('games');
    if (!this.config) {
      const kind = this.pick(GAMES);
      const bots = this.chance(this.world.botShare) ? this.pick(['ai', 'ai', 'aivsai']) : null;
      const game = bots && kind.game !== 'antireversi' ? GAMES[7] : kind;
      const opening =
        !bots && game.game === 'gomoku' && this.chance(50)
          ? this.pick(
              game.rule === 'renju' ? ['taraguchi10', 'soosyrv8'] : ['pro', 'longpro', 'swap', 'swap2'],
            )
          : undefined;
      this.config = {
        ...game,
        time: this.pick(TIMES),
        opening,
        opponent: bots ?? 'human',
        side: this.pick(['first', 'second']),
      };
      if (this.config.opponent === 'aivsai') this.config.time = this.pick([null, { initial: 60_000 }]);
      this.config.bots =
        bots === 'aivsai' ? ['a', 'b'] : bots ? [this.config.side === 'first' ? 'b' : 'a'] : null;
    }
    for (const chair of this.chairs ?? []) chair.page?.close();
    const tag = `${this.number}x${this.random(1_000_000)}`;
    this.users = [{ name: `Host ${tag}` }, { name: `Guest ${tag}` }, { name: `Looker ${tag}` }];
    this.users[0].isHost = true;
    this.chairs = [];
    this.fresh(null);
    const { opponent, side } = this.config;
    const [host, guest, looker] = this.users;
    host.person = opponent === 'aivsai' ? null : side === 'first' ? 'a' : 'b';
    guest.person = opponent === 'human' ? (host.person === 'a' ? 'b' : 'a') : null;
    looker.person = null;
    const page = await this.connect(host);
    const { game, rule, size, time, opening } = this.config;
    const created = await page.ask({
      t: 'create',
      game,
      rule,
      time,
      opponent,
      side,
      level: 1,
      ...(size && { size }),
      ...(opening && { opening }),
    });
    demand(created.t === 'created', `not created: ${JSON.stringify(created)}`);
    this.fresh(created);
    await this.sit(host, page, this.config.bots ? { since: 0 } : {});
    if (guest.person)
      await this.sit(guest, await this.connect(guest), this.chance(30) ? { code: created.code } : {});
    if (this.chance(40) || opponent === 'aivsai') await this.sit(looker, await this.connect(looker));
    await this.review();
  }

  fresh(created) {
    this.created = created;
    this.state = begin(this.config);
    this.states = [this.state];
    this.events = new Map();
    this.claims = new Map();
    this.unanswered = [];
    this.muted = new Set();
    this.perhapsMuted = new Set(); // An order was not answered, or together with what was said.
    this.perhapsOut = new Set();
    this.out = new Set();
    this.restartsSeen = this.world.restarts.length;
    this.lost = false;
  }

  /** Joins with this connection, and holds the answer against the model later. */
  async sit(user, page, how = {}) {
    const as = user.person ? 'player' : 'spectator';
    const chair = { user, page, read: 0 };
    this.chairs.push(chair);
    const join = { t: 'join', ...(how.code ? {} : { gameId: this.created.gameId }), as, ...how };
    const answer = await admitted(() => page.ask(join));
    if (this.perhapsOut.has(user) && answer.code === 'forbidden') this.out.add(user);
    if (this.out.has(user)) {
      demand(
        answer.code === 'forbidden',
        `${user.name}, who was put out, came in: ${JSON.stringify(answer).slice(0, 200)}`,
      );
      page.close();
      this.chairs = this.chairs.filter((one) => one !== chair);
      return;
    }
    demand(answer.t === 'gameFull' || answer.t === 'ack', `not in: ${JSON.stringify(answer)}`);
    demand((answer.v ?? 0) >= this.state.v, `version ${answer.v} after ${this.state.v}`);
    user.leftAt = undefined;
    if (answer.t === 'ack') chair.retold = answer.v;
    await page.reach(answer.v);
    // What a snapshot holds already the others were told as events.
    await this.reach(answer.v);
  }

  // ---- steps ---------------------------------------------------------------------------------------------------

  get here() {
    return this.chairs.filter(({ page }) => page.open);
  }
  players() {
    return this.here.filter(({ user }) => user.person);
  }

  async step() {
    await this.settle();
    const what = this.random(100);
    if (this.here.length === 0) await this.comeAndGo();
    else if (what < 55) await this.ask([this.something()]);
    else if (what < 68) await this.ask(Array.from({ length: 2 + this.random(3) }, () => this.something()));
    else if (what < 78) await this.comeAndGo();
    else if (what < 84) await this.http();
    else if (what < 87) await this.helloAgain();
    else if (this.config.time && !this.config.time.days)
      await this.wait(20 + this.random(this.chance(20) ? 1_600 : 150));
    await this.settle();
  }

  async wait(ms) {
    await Promise.race([
      pause(ms),
      ...this.here.slice(0, 1).map(({ page }) => page.reach(this.state.v + 1).catch(() => {})),
    ]);
  }

  /** {chair, request}: anything that somebody may say, wise or not, of what they see or saw a little earlier. */
  something() {
    const { chair, request } = this.anything();
    if (!['action', 'host'].includes(request.t) || this.chance(50)) return { chair, request };
    const seen = Math.max(0, this.state.v - (this.chance(40) ? 0 : this.random(4)));
    return { chair, request: { ...request, v: seen } };
  }

  anything() {
    const s = this.state;
    const players = this.players();
    const chair = this.pick(players.length > 0 && this.chance(80) ? players : this.here);
    const { person } = chair.user;
    const what = this.random(100);
    if (what < 50 && s.status === 'playing') {
      const mover = this.players().find(({ user }) => user.person === personOf(s, s.turn));
      const by = this.chance(90) && mover ? mover : chair;
      if (isChoosing(s)) return { chair: by, request: this.choice(stepOf(s)) };
      const legal = legalMoves(s);
      if (legal.length > 0) return { chair: by, request: this.moveTo(s.moves.length, this.pick(legal)) };
    }
    if (what < 55 && s.moves.length > 0) {
      const ply = this.chance(70)
        ? s.moves.length - 1 - this.random(Math.min(2, s.moves.length))
        : this.random(s.moves.length);
      return {
        chair,
        request: this.chance(80) ? this.moveTo(ply, s.moves[ply]) : { t: 'move', ply, move: 'h5' },
      };
    }
    if (what < 58)
      return {
        chair,
        request: { t: 'move', ply: s.moves.length, move: this.pick(['h8', 'a1', 'zz', 'a1i8', 'pass']) },
      };
    if (what < 64)
      return {
        chair,
        request: { t: 'chat', room: this.pick(['all', 'players']), text: `line ${this.random(1e6)}` },
      };
    if (what < 70 && s.v > 0) return { chair, request: this.orderOf() };
    if (what < 78 && person && !isDone(s))
      return { chair, request: { t: 'action', do: this.offered(person) ?? this.pick(OFFERS_IN_PLAY) } };
    if (what < 84 && person)
      return {
        chair,
        request: { t: 'action', do: this.pick(['draw', 'takeback', 'pause', 'rematch']), on: false },
      };
    const action = this.pick(ACTIONS);
    const rare = ['resign', 'abort'].includes(action) && this.chance(80);
    return { chair, request: { t: 'action', do: rare ? 'addTime' : action } };
  }

  /** What the opponent offers just now and a game goes on after: a takeback is rare unless it is agreed to. */
  offered(person) {
    const { offers } = this.state;
    return ['takeback', 'pause'].find((kind) => offers[kind] === other(sideOf(this.state, person)));
  }

  /** In one notation or another; `canonical` is for the model. */
  moveTo(ply, move) {
    const text = this.chance(15) ? otherwise(this.config.game, move) : move;
    return {
      t: 'move',
      ply,
      move: text,
      canonical: move,
      ...(this.chance(20) && { spent: this.random(200) }),
    };
  }

  /** One of an opening; now and then one that is not there, or with a wrong number. */
  choice({ options, toOffer }) {
    const what = this.pick(this.chance(90) ? options : ['keep', 'swap', 'more', 'declare']);
    if (what === 'offer') return this.offer(toOffer);
    return { t: 'action', do: what, ...(what === 'declare' && { count: 1 + this.random(9) }) };
  }

  /** So many fifth moves; sometimes fewer. */
  offer(most) {
    const legal = [...this.state.rules.legal];
    const count = this.chance(90) ? most : this.random(most);
    const moves = Array.from({ length: count }, () => legal.splice(this.random(legal.length), 1)[0]);
    return { t: 'action', do: 'offer', moves };
  }

  orderOf() {
    const what = this.pick(['pause', 'resume', 'mute', 'unmute', 'kick', 'close']);
    if (what === 'close' && this.chance(90)) return { t: 'host', do: 'resume' };
    if (what === 'kick')
      return { t: 'host', do: 'kick', name: this.chance(50) ? this.users[2].name : 'Nobody' };
    if (what === 'mute' || what === 'unmute')
      return { t: 'host', do: what, name: this.pick(this.users).name };
    return { t: 'host', do: what };
  }

  /** Says all of it at once, and waits for the answers. */
  async ask(things) {
    if (things.length > 1) this.unsure(things.map(({ request }) => request));
    const asked = things.map(({ chair, request }) => {
      this.note(`${chair.user.name.split(' ')[0]} ${JSON.stringify(request)}`);
      const one = { chair, request: { ...request, gameId: this.created.gameId }, since: Date.now() };
      this.unanswered.push(one);
      return { one, answer: chair.page.ask(one.request) };
    });
    const kicked = things.some(({ request }) => request.do === 'kick');
    for (const { one, answer } of asked) {
      try {
        const told = await answer;
        this.unanswered = this.unanswered.filter((each) => each !== one);
        if (told.code === 'stale_ply') await one.chair.page.reach(0);
      } catch (error) {
        if (!(error instanceof Lost) || !kicked || one.chair.page.closeCode !== 4003) throw error;
        this.unanswered = this.unanswered.filter((each) => each !== one);
      }
    }
  }

  /** What the order of the room is after these requests is not known. */
  unsure(requests) {
    for (const { t, do: what, name } of requests) {
      const user = this.users.find((one) => one.name === name);
      if (t !== 'host' || !user) continue;
      if (what === 'kick') this.perhapsOut.add(user);
      else this.perhapsMuted.add(user);
    }
  }

  async comeAndGo() {
    const user = this.pick(this.users.slice(0, this.users[1].person ? 3 : this.users[0].person ? 1 : 3));
    const mine = this.here.filter((chair) => chair.user === user);
    if (mine.length > 0 && this.chance(50)) {
      const chair = this.pick(mine);
      this.note(`${user.name.split(' ')[0]} closes a page`);
      chair.page.close();
      this.chairs = this.chairs.filter((one) => one !== chair);
      if (mine.length === 1) user.leftAt = Date.now();
      return;
    }
    if (mine.length > 2) return;
    await this.settle();
    this.note(`${user.name.split(' ')[0]} opens a page`);
    // Somebody has to hear of every event.
    const alone = this.here.length === 0;
    const since =
      alone || (this.chance(50) && this.state.v > 0)
        ? { since: this.state.v - this.random(Math.min(5, this.state.v + 1)) }
        : {};
    const deltas = !alone && this.chance(40);
    await this.enter(user, since, deltas ? { deltas } : {});
  }

  async enter(user, how = { since: this.state.v }, hello = {}) {
    const alone = this.here.length === 0;
    const page = await this.connect(user, hello);
    const known = this.world.restarts.length;
    await this.sit(user, page, how);
    const isIn = this.here.some((chair) => chair.user === user); // Who was put out is told nothing.
    if (!alone || !isIn) return;
    await this.review();
    this.restartsSeen = Math.max(this.restartsSeen, known); // Where no clock ran, a restart is no event.
  }

  /** The chair of somebody, who comes if need be. */
  async chairOf(user) {
    const taken = () => this.here.find((chair) => chair.user === user);
    if (!taken()) await this.enter(user);
    const chair = taken();
    if (!chair) throw new Lost('gone meanwhile');
    return chair;
  }

  async helloAgain() {
    const chair = this.pick(this.here);
    const other = this.users.find((user) => user !== chair.user && user.token);
    if (other && this.chance(50)) {
      const answer = await chair.page.ask({ t: 'hello', v: 1, token: other.token });
      demand(
        ['not_allowed', 'rate_limited'].includes(answer.code),
        `a connection became another user's: ${JSON.stringify(answer).slice(0, 100)}`,
      );
      return;
    }
    // What one is called elsewhere changes nothing here.
    const alias = `Else ${this.random(1e6)}`;
    (chair.user.aliases ??= []).push(alias); // The name at the next join, if this user holds no seat.
    const answer = await chair.page.ask({ t: 'hello', v: 1, token: chair.user.token, name: alias });
    if (answer.code === 'rate_limited') return;
    demand(
      answer.t === 'welcome' && answer.user.id === chair.user.id,
      `renamed: ${JSON.stringify(answer).slice(0, 100)}`,
    );
  }

  async http() {
    const { server } = this.world;
    const before = this.state.v;
    let game;
    try {
      const response = await fetch(`${server.url}/api/games/${this.created.gameId}`, inTime());
      if (response.status === 429 || response.status === 503) return void this.world.count('http refused');
      game = await response.json();
    } catch {
      throw new Lost('no answer by HTTP');
    }
    await this.reach(game.v);
    await this.settle();
    demand(
      game.v >= before && game.v <= this.state.v,
      `HTTP has version ${game.v}, the room ${this.state.v}`,
    );
    this.checkFull(game, null, { spectator: true, http: true });
    this.world.count('http');
  }

  // ---- restarts and ends ---------------------------------------------------------------------------------------

  /** All pages are gone: with the server, or because one of them has lost its connection. What was told is looked at,
   *  and everybody comes back. */
  async recover() {
    await this.world.whenUp(this);
    for (const { page } of this.chairs) page.close();
    await this.world.allClosed(this.chairs.map(({ page }) => page));
    this.unsure(this.unanswered.map(({ request }) => request));
    await this.review();
    const before = this.state;
    const users = [...new Set(this.chairs.map(({ user }) => user))];
    this.chairs = [];
    if (!this.created) {
      this.lost = false;
      return;
    }
    this.note('comes back');
    const missing = this.nextRestart().length;
    const known = this.world.restarts.length;
    for (const user of users) {
      const since = { since: this.state.v };
      await this.sit(user, await this.connect(user), since);
      await this.review();
    }
    this.unanswered = [];
    this.claims.clear();
    this.lost = false;
    if (this.chairs.length === 0) return; // All were put out: who comes later is told.
    const ran = before.clock?.running && missing > 0;
    if (ran)
      demand(
        [...this.events.values()].some(({ message }) => message.v > before.v),
        'a restart with a running clock is an event',
      );
    this.restartsSeen = Math.max(this.restartsSeen, known); // Several may have made one event.
    this.world.count('restarts survived');
  }

  async finish() {
    await this.settle();
    if (isDone(this.state)) return;
    const chair = this.players()[0];
    if (this.users[0].person === null) {
      const host = await this.chairOf(this.users[0]);
      await this.ask([{ chair: host, request: { t: 'host', do: 'close' } }]);
    } else if (!chair) {
      await this.enter(this.users[0]);
      return this.finish();
    } else {
      await this.ask([
        { chair, request: { t: 'action', do: this.state.status === 'waiting' ? 'abort' : 'resign' } },
      ]);
    }
    await this.settle();
    if (!isDone(this.state)) return this.finish();
    return undefined;
  }

  /** Sometimes a rematch: the sides are swapped but after an abort, the people stay. */
  async goOn() {
    if (!isDone(this.state)) return true; // A restart came between.
    if (!this.users[0].person || this.chance(70)) return false;
    for (const user of this.users.filter(({ person }) => person)) {
      await this.settle();
      await this.ask([{ chair: await this.chairOf(user), request: { t: 'action', do: 'rematch' } }]);
    }
    await this.settle();
    if (!this.state.nextId) return false;
    const players = this.chairs;
    for (const { page } of this.chairs) page.close();
    this.chairs = [];
    const swaps = this.state.status !== 'aborted';
    const flip = (person) => (person && swaps ? (person === 'a' ? 'b' : 'a') : person);
    for (const user of this.users) user.person = flip(user.person);
    this.config = { ...this.config, bots: this.config.bots && this.config.bots.map(flip) };
    const { muted, out, perhapsMuted, perhapsOut } = this;
    this.fresh({ gameId: this.state.nextId });
    Object.assign(this, { muted, out, perhapsMuted, perhapsOut }); // The order of the room goes along.
    this.world.count('games');
    for (const user of new Set(players.map((chair) => chair.user)))
      await this.sit(user, await this.connect(user), { since: 0 });
    await this.review();
    return true;
  }
}

/** The same move as another notation of the game writes it. */
const otherwise = (game, move) =>
  game === 'xiangqi'
    ? `${move.slice(0, 2)}-${move.slice(2)}`.toUpperCase()
    : move === 'pass'
      ? move
      : move.toUpperCase();
