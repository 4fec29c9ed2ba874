// A game as its people are told of it, held against the model.
import { isDeepStrictEqual } from 'node:util';
import { isUnlimited, other, spentBetween } from './clock.mjs';
import { demand, Fault, follow, isSpontaneous, judge, personOf, sideOf, visible } from './game_model.mjs';
import { Lost, Page } from './page.mjs';

export class Watched {
  /** All who are in the room know version `v`; who was put out need not. */
  async reach(v) {
    for (const { page, user } of this.here.filter((chair) => chair.page.v !== null)) {
      try {
        await page.reach(v);
      } catch (error) {
        if (!(error instanceof Lost) || !(this.out.has(user) || page.closeCode === 4003)) throw error;
      }
    }
  }

  /** Waits for all that is known to come, and looks at it. */
  async settle() {
    await this.review();
    for (let known = -1; known !== this.state.v;) {
      known = this.state.v;
      const wanted = Math.max(known, ...this.claims.keys());
      await this.reach(wanted);
      await this.review();
    }
  }

  /** Reads what all pages were told since the last time. */
  async review() {
    const answers = [];
    const checks = [];
    for (const chair of this.chairs) {
      const { inbox } = chair.page;
      for (; chair.read < inbox.length; chair.read++) {
        const one = inbox[chair.read];
        if (one.answer) answers.push({ ...one, chair });
        else if (one.message.t === 'event') this.hear(one, chair, checks);
        else checks.push({ ...one, chair });
      }
    }
    for (;;) {
      for (const one of answers.filter(({ v, judged }) => !judged && v !== null && v <= this.state.v)) {
        one.judged = true;
        this.judgeAnswer(one, answers);
      }
      if (!(await this.advance())) break;
    }
    for (const one of answers) {
      if (one.judged || one.v === null) continue;
      if (one.to.t === 'join') throw new LostTrack();
      throw new Fault(`an answer at version ${one.v}, of which ${this.state.v} is known`);
    }
    for (const one of checks) this.check(one);
  }

  hear({ message, v, at }, chair, checks) {
    if (message.gameId !== this.created.gameId) return;
    demand(message.v === v + 1, `a page at version ${v} was told event ${message.v}`);
    const known = this.events.get(message.v);
    if (!known) this.events.set(message.v, { message, at, retold: message.v <= chair.retold });
    else
      demand(
        alike(known.message, message, message.v <= chair.retold || known.retold),
        `event ${message.v} is told in two ways:\n  ${JSON.stringify(known.message)}\n  ${JSON.stringify(message)}`,
      );
    checks.push({ message, chair, v, at });
  }

  judgeAnswer(one, others) {
    const { answer, to, since, until, v, chair } = one;
    if (to.t === 'hello' || to.t === 'create') return;
    const s = this.states[v];
    if (to.t === 'join') return this.checkJoin(answer, chair);
    if (answer.code === 'rate_limited') return void this.world.count('rate limited');
    if (answer.code === 'shutting_down') return;
    if (answer.code === 'busy') return void this.world.count('busy');
    const { user } = chair;
    const who = { ...this.asker(user), perhapsAgreed: this.perhapsAgreed(one, others) };
    if (to.t === 'host') this.ordered(answer, to, who);
    if (this.out.has(user)) return;
    const allowed = judge(s, who, asMove(to), { since: since - 2, until: until + 2 });
    const fits = allowed.find((one) =>
      answer.t === 'error' ? one.codes?.includes(answer.code) : !one.codes,
    );
    demand(
      fits,
      `${chair.user.name} asked ${JSON.stringify(to)} at version ${v} and was told ${JSON.stringify(answer).slice(0, 200)}; allowed: ${JSON.stringify(allowed)}`,
    );
    this.world.count(answer.t === 'error' ? `refused: ${answer.code}` : 'granted');
    if (fits.event)
      this.claims.set(v + 1, {
        pattern: fits.event,
        since: since - 2,
        until: until + 2,
        person: user.person,
        clock: answer.clock,
      });
    if (answer.t === 'ack' && to.t === 'move' && answer.ply !== to.ply + 1)
      throw new Fault(`ack of ply ${answer.ply} for ply ${to.ply}`);
  }

  /** Whether something else that was asked at that version may have agreed to a rematch. */
  perhapsAgreed(one, others) {
    const asks = ({ do: what, on }) => what === 'rematch' && on !== false;
    return (
      others.some((each) => each !== one && each.v === one.v && each.answer.t === 'ack' && asks(each.to)) ||
      this.unanswered.some(({ request }) => asks(request))
    );
  }

  /** What an answer to somebody depends on. */
  asker(user) {
    return {
      person: user.person,
      isHost: Boolean(user.isHost),
      own: user.name,
      perhapsRenamed: !user.person && Boolean(user.aliases),
      muted: this.muted.has(user),
      perhapsMuted: this.perhapsMuted.has(user),
      opponentLeftAt: this.leftAt(this.users.find(({ person }) => person && person !== user.person)),
      people: this.users.filter(({ person }) => person).map(({ name }) => name),
      // A user without a seat may be joining or leaving just now.
      perhaps: this.users.filter(({ person, id }) => !person && id).map(({ name }) => name),
    };
  }

  /** Since when this user has no page here; undefined: has one. -Infinity: the server has closed it some time ago. */
  leftAt(user) {
    if (!user || this.here.some((chair) => chair.user === user)) return undefined;
    return user.leftAt ?? -Infinity;
  }

  ordered(answer, to, who) {
    if (answer.t !== 'ack' || !who.isHost) return;
    const user = this.users.find(({ name }) => name === to.name);
    if (to.do === 'mute') this.muted.add(user);
    if (to.do === 'unmute') this.muted.delete(user);
    if (to.do === 'kick') this.out.add(user);
  }

  /** The next event, if it has come. */
  async advance() {
    const v = this.state.v + 1;
    const heard = this.events.get(v);
    if (!heard) return false;
    const e = heard.message;
    const moves = movesAfter(this.state, e);
    const rules =
      this.state.rules && moves === this.state.moves
        ? this.state.rules
        : await this.world.referee.judge(this.config, moves);
    demand(rules.ok !== false, `the referee refuses ${moves.at(-1)}: ${JSON.stringify(rules.error)}`);
    const restart = e.kind === 'clock' && e.added === undefined ? this.nextRestart() : null;
    const claim = this.claimOf(v, e, heard.at);
    const happened = claim ?? { since: -Infinity, until: heard.at + 2 };
    try {
      this.state = restart ? this.followRestart(e, rules, restart) : follow(this.state, e, rules, happened);
    } catch (error) {
      error.message += `\n  event ${JSON.stringify(e)}\n  after ${JSON.stringify({ ...this.state, rules: undefined, config: undefined })}`;
      throw error;
    }
    if (this.state.clock) this.state.clock.retold = heard.retold;
    this.states.push(this.state);
    this.world.count(`event: ${e.kind}`);
    return true;
  }

  nextRestart() {
    return this.world.restarts.slice(this.restartsSeen);
  }

  /** Which of the restarts it was is not told: the first that explains it. */
  followRestart(e, rules, restarts) {
    demand(restarts.length > 0, 'there was no restart');
    let first = null;
    for (const [i, restart] of restarts.entries()) {
      try {
        const next = follow(this.state, e, rules, {}, restart);
        this.restartsSeen += i + 1;
        return next;
      } catch (error) {
        first ??= error;
      }
    }
    throw first;
  }

  /** Who asked for this event. */
  claimOf(v, e, heardAt) {
    const claim = this.claims.get(v);
    this.claims.delete(v);
    if (claim) {
      const { pattern } = claim;
      const told = {
        ...e,
        status: e.state.status,
        result: e.state.result ?? undefined,
        reason: e.state.reason,
      };
      for (const [key, value] of Object.entries(pattern)) {
        if (key === 'ply' || key === 'to') continue;
        demand(
          (told[key] ?? undefined) === value,
          `event ${v} has ${key} ${told[key]}, not ${value}: ${JSON.stringify(pattern)}`,
        );
      }
      demand(
        !claim.clock || isDeepStrictEqual(claim.clock, e.state.clock.ms),
        `ack of ${claim.clock}, not ${JSON.stringify(e.state.clock)}`,
      );
      return claim;
    }
    const ends = e.kind === 'end' && this.state.rules?.outcome;
    if (ends || isSpontaneous(this.state, e)) return null;
    const asked = this.unanswered.find(({ chair, request, since }) =>
      judge(this.state, this.asker(chair.user), asMove(request), {
        since: since - 2,
        until: Infinity,
      }).some(({ event }) => event && event.kind === e.kind && (event.move ?? e.move) === e.move),
    );
    demand(asked, `nobody asked for event ${v}: ${JSON.stringify(e)}`);
    this.unanswered = this.unanswered.filter((one) => one !== asked);
    return {
      since: asked.since - 2,
      until: this.lastMoment(asked.since, heardAt),
      person: asked.chair.user.person,
    };
  }

  /** When a request of this moment, whose answer was lost, was served at last: before the server went down, or, where
   *  pages were lost otherwise, before its event was heard. */
  lastMoment(since, heard) {
    const down = this.world.restarts.map((restart) => restart.down.until).find((until) => until >= since);
    return Math.min(down ?? Infinity, heard + 2);
  }

  check({ message, chair, v, at }) {
    switch (message.t) {
      case 'event':
        return this.checkEvent(message, chair);
      case 'gameFull':
        return this.checkFull(message, chair);
      case 'chat':
        demand(
          this.users.some(
            ({ name, person, aliases = [] }) =>
              name === message.from || (!person && aliases.includes(message.from)),
          ),
          `somebody called ${message.from} speaks`,
        );
        return undefined;
      case 'gone':
        if (message.gone === false) demand(v !== null, 'who is back is told of it before the game');
        return undefined;
      case 'crowd':
      case 'notice':
      case 'thought':
      case 'created':
        return undefined;
      case 'bye':
        // The kicked are told before the host, and after the write: without an answer to the host they are out too.
        if (message.code === 4003 && this.perhapsOut.has(chair.user)) this.out.add(chair.user);
        demand(
          message.code === 1012 || (message.code === 4003 && this.out.has(chair.user)),
          `bye ${message.code}`,
        );
        return undefined;
      case 'error':
        throw new Fault(`an error that nobody waits for: ${JSON.stringify(message)} ${at}`);
      default:
        throw new Fault(`an unexpected ${message.t}`);
    }
  }

  sideAt(s, chair) {
    return chair.user.person ? sideOf(s, chair.user.person) : null;
  }

  checkEvent(e, chair) {
    if (e.gameId !== this.created.gameId) return;
    let s = this.states[e.v];
    if (e.kind === 'move' && s.rules.outcome) s = this.states[e.v + 1] ?? s; // Both show the state after the end.
    const last = !(e.v < chair.retold); // Of what is told again only the last has the legal moves.
    this.checkState(e.state, s, this.sideAt(s, chair), { legal: last, begun: true });
  }

  checkState(state, s, side, { legal = true, begun = s.status !== 'waiting' } = {}) {
    const { clock, openingCode, expiresMs, lapse, ...rest } = state;
    const wanted = visible({ ...s, begun }, side);
    wanted.waiting = s.status === 'waiting' ? true : undefined;
    if (!legal) delete wanted.legal;
    if (!legal) delete rest.legal;
    if (Array.isArray(rest.legal)) rest.legal = [...rest.legal].sort();
    if (wanted.legal) wanted.legal = [...wanted.legal].sort();
    const plain = JSON.parse(JSON.stringify(wanted));
    demand(
      isDeepStrictEqual(rest, plain),
      `version ${s.v}: the state is\n  ${JSON.stringify(rest)}\nnot\n  ${JSON.stringify(plain)}`,
    );
    demand(openingCode === undefined || typeof openingCode === 'string', 'openingCode');
    if (expiresMs !== undefined)
      demand(!s.clockStarted && expiresMs <= 60_100 && !this.config.bots, `expiresMs ${expiresMs}`);
    this.checkLapse(lapse, state, s);
    demand((clock === null) === isUnlimited(this.config.time), 'a clock where there is none, or none');
  }

  /** What a state says of the end that comes if nothing happens; the model lets no game come to it. */
  checkLapse(lapse, { status, turn, paused }, s) {
    if (!lapse) return;
    const decides = s.clockStarted && !paused && !this.config.bots;
    demand(
      status === 'playing' && lapse.ms > 0 && lapse.ms <= 15 * 86_400_000,
      `lapse ${JSON.stringify(lapse)}`,
    );
    demand(lapse.winner === (decides ? other(turn) : null), `lapse ${JSON.stringify(lapse)}`);
    demand(paused || !s.clockStarted || isUnlimited(this.config.time), 'a lapse beside a clock that runs');
  }

  checkJoin(answer, chair) {
    if (answer.t === 'gameFull') this.checkFull(answer, chair);
  }

  checkFull(full, chair, { http = false } = {}) {
    const s = this.states[full.v];
    demand(s, `gameFull of version ${full.v}`);
    const side = chair ? this.sideAt(s, chair) : null;
    if (!http) demand(full.you === side, `you are ${full.you}, not ${side}`);
    demand(full.host === (http ? undefined : Boolean(chair.user.isHost)), `${full.host} is told of the host`);
    demand(full.game === this.config.game && full.rule === this.config.rule && !full.rated, 'another game');
    const names = ['first', 'second'].map((each) => {
      const person = personOf(s, each);
      const user = this.users.find((one) => one.person === person);
      return this.config.bots?.includes(person) ? 'Bot 1' : user.name;
    });
    full.players.forEach(({ name }, i) =>
      demand(name === names[i] || (s.status === 'waiting' && name === ''), `${name} plays, not ${names[i]}`),
    );
    if (!s.rules) return;
    this.checkState(full.state, s, side);
    demand((full.rematchId ?? null) === s.nextId, 'rematchId');
    if (!full.state.clock || !s.clock || s.v === 0) return;
    for (const key of ['ms', 'periods', 'running'])
      demand(
        isDeepStrictEqual(full.state.clock[key], s.clock[key]),
        `${key} of the clock: ${JSON.stringify(full.state.clock)}, not ${JSON.stringify(s.clock)}`,
      );
    const [low, high] = spentBetween(s.clock, full.state.clock.at, full.state.clock.at);
    const slack = http ? 1_500 + Page.slowest : 5; // By HTTP the time of a commit counts as thought.
    demand(
      Math.abs(full.state.clock.spent - low) <= slack,
      `spent ${full.state.clock.spent}, not ${low} to ${high}`,
    );
  }
}

/** So much happened while nobody was there that it is not told event by event. */
export class LostTrack extends Error {}

/** What was asked for as the model knows it: `text` is how it was written. */
const asMove = (request) =>
  request.t === 'move'
    ? { ...request, move: request.canonical ?? request.move, text: request.move }
    : request;

function movesAfter(s, e) {
  if (e.kind === 'move') return [...s.moves, e.move];
  if (e.kind === 'takeback' && e.plies > 0) return s.moves.slice(0, -e.plies);
  return s.moves;
}

/** Whether two pages were told the same, but for the moves that only one side may know. What is told again after a
 *  restart or to who was away has the clock of that moment. */
function alike(one, two, retold) {
  const without = (told, keys) =>
    Object.fromEntries(Object.entries(told).filter(([key]) => !keys.includes(key)));
  const plain = (e) => {
    const state = without(e.state, ['legal', 'expiresMs', 'lapse']);
    if (retold && state.clock) state.clock = without(state.clock, ['at', 'spent']);
    return { ...without(e, ['id', 'notation', 'players']), state };
  };
  return isDeepStrictEqual(plain(one), plain(two));
}
