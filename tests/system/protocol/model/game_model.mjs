// What docs/protocol.md promises of one game, without a look at the server: what may be asked for (`judge`), what each
// event does (`follow`), and what is then to be seen (`visible`). A state is a plain value and never changed.
import {
  checkFlag,
  checkGift,
  checkRestart,
  checkSame,
  checkTakeback,
  checkTurn,
  index,
  isOver,
  isUnlimited,
  mayGive,
  mayTakeBack,
  other,
  startClock,
} from './clock.mjs';
import { changedBy, outdated, unchanged } from './outdated.mjs';

export const OFFERS = ['draw', 'takeback', 'rematch', 'pause'];
const MOST_OFFERS = 5; // Of a kind between two moves.
const CLAIM_MS = 9_900; // After the last page was closed, which the server learns a little later.

/** Black's second stone, the third of the game, lies outside of a square about the centre. */
const OUTSIDE = { pro: 2, longpro: 3 };

export class Fault extends Error {}
export const demand = (holds, what) => {
  if (!holds) throw new Fault(what);
};

export const isDone = (s) => s.status === 'finished' || s.status === 'aborted';
export const sideOf = (s, person) => ((person === 'a') !== s.exchanged ? 'first' : 'second');
export const personOf = (s, side) => ((side === 'first') !== s.exchanged ? 'a' : 'b');
const against = (person) => (person === 'a' ? 'b' : 'a');

/** A game whose creator waits, or that begins with its first event. `config`: {game, rule, size, time, opening,
 *  bots}. */
export function begin(config) {
  const counts = () => Object.fromEntries(OFFERS.map((kind) => [kind, { a: 0, b: 0 }]));
  return {
    v: 0,
    status: 'waiting',
    result: null,
    reason: null,
    moves: [],
    movers: [],
    timed: [],
    turn: null,
    paused: false,
    offers: { draw: null, takeback: null, rematch: null, pause: null },
    made: counts(),
    declined: Object.fromEntries(OFFERS.map((kind) => [kind, { a: -1, b: -1 }])),
    played: 0,
    ...unchanged,
    acted: { a: false, b: false },
    clockStarted: false,
    clock: startClock(config.time),
    exchanged: false,
    chosen: null,
    choices: 0,
    offered: null,
    declared: 0,
    barrier: 0,
    nextId: null,
    rules: null,
    config,
  };
}

/** After each of the first stones the other chooses; about the fifth as well, or it is picked among those offered. */
function taraguchi10({ moves: { length: stones }, choices, offered }) {
  const by = stones % 2 ? 'second' : 'first';
  if (offered) return stones < 5 ? { by: 'second', offered } : null;
  if (choices === 5) return null;
  if (choices === stones) return { by, stones: 1 };
  if (stones === 4) return { by, options: ['keep', 'swap', 'offer'], toOffer: 10 };
  return { by, options: ['keep', 'swap'] };
}

/** The other chooses after three stones; white declares a number after the fourth, then black chooses, and offers. */
function soosyrv8({ moves: { length: stones }, choices, declared, offered }) {
  if (stones < 3) return { by: 'first', stones: 3 - stones };
  if (choices === 0) return { by: 'second', options: ['keep', 'swap'] };
  if (stones === 3) return { by: 'second', stones: 1 };
  if (choices === 1) return { by: 'second', options: ['declare'], atMost: MOST_DECLARED };
  if (choices === 2) return { by: 'first', options: ['keep', 'swap'], toOffer: declared };
  if (choices === 3) return { by: 'first', options: ['offer'], toOffer: declared };
  return stones < 5 ? { by: 'second', offered } : null;
}
const MOST_DECLARED = 8;

/** Who places how many stones more, who chooses among what, or who picks; null: the opening is over. */
export function stepOf(s) {
  const { opening } = s.config;
  if (opening === 'taraguchi10') return taraguchi10(s);
  if (opening === 'soosyrv8') return soosyrv8(s);
  const { chosen } = s;
  const stones = s.moves.length;
  if (OUTSIDE[opening]) return stones < 3 ? { by: stones === 1 ? 'second' : 'first', stones: 1 } : null;
  if (!opening || chosen === 'done') return null;
  if (stones < 3) return { by: 'first', stones: 3 - stones };
  if (chosen === null)
    return { by: 'second', options: opening === 'swap2' ? ['keep', 'swap', 'more'] : ['keep', 'swap'] };
  return stones < 5 ? { by: 'second', stones: 5 - stones } : { by: 'first', options: ['keep', 'swap'] };
}
export const isChoosing = (s) => Boolean(stepOf(s)?.options);
/** How many of the first stones lie in squares that grow: the centre, 3 × 3, 5 × 5 … */
const IN_SQUARES = { taraguchi10: 5, soosyrv8: 3 };

const pointOf = (move) => [move.charCodeAt(0) - 96, Number(move.slice(1))];
/** Whether some turn, reflection and shift lays the stones of each colour onto themselves, and a move onto another. */
function areAlike(stones, moves) {
  const colours = [0, 1].map((colour) => stones.filter((_, n) => n % 2 === colour).map(pointOf));
  const points = moves.map(pointOf);
  const has = (list, [x, y]) => list.some((one) => one[0] === x && one[1] === y);
  for (let way = 0; way < 8; way++) {
    const turned = ([x, y]) => {
      const flipped = [way & 1 ? -x : x, way & 2 ? -y : y];
      return way & 4 ? flipped.reverse() : flipped;
    };
    for (const [x, y] of colours[0]) {
      const [fromX, fromY] = turned(colours[0][0]);
      const laid = (point) => turned(point).map((at, n) => at + [x - fromX, y - fromY][n]);
      if (!colours.every((colour) => colour.every((stone) => has(colour, laid(stone))))) continue;
      if (points.some((one, n) => has(points.slice(n + 1), laid(one)))) return true;
    }
  }
  return false;
}

/** Moves that may be made now, by the referee's word. */
export function legalMoves(s) {
  if (s.status !== 'playing' || s.paused || isChoosing(s)) return [];
  const radius = OUTSIDE[s.config.opening];
  const centre = (s.config.size + 1) / 2;
  const distance = (move) => Math.max(...pointOf(move).map((at) => Math.abs(at - centre)));
  const step = stepOf(s);
  if (step?.offered) return s.rules.legal.filter((move) => step.offered.includes(move));
  if (step && s.moves.length < IN_SQUARES[s.config.opening])
    return s.rules.legal.filter((move) => distance(move) <= s.moves.length);
  if (!radius || s.moves.length === 1 || s.moves.length > 2) return s.rules.legal;
  return s.rules.legal.filter((move) =>
    s.moves.length === 0 ? distance(move) === 0 : distance(move) > radius,
  );
}

// ---- what may be asked for ------------------------------------------------------------------------------------------

const no = (...codes) => ({ codes });
const event = (pattern) => ({ event: pattern });
const nothing = { nothing: true };

/** Of everything that speaks against it the answer names one thing: which comes first is not promised. */
function unless(reasons, answer) {
  const codes = reasons.filter(([holds]) => holds).map(([, code]) => code);
  return codes.length > 0 ? [no(...codes)] : answer;
}

function judgeMove(s, person, { ply, move, text = move }, happened) {
  const own = ply < s.moves.length && s.movers[ply] === person;
  const isLast = own && s.movers.lastIndexOf(person) === ply;
  if (own && (s.moves[ply] === text || (isLast && s.moves[ply] === move))) return [nothing];
  const legal = s.rules ? legalMoves(s) : [];
  const late = isOver(s.config.time, s.clock, happened);
  const reasons = [
    [isDone(s), 'game_over'],
    [s.status === 'waiting', 'not_allowed'],
    [ply !== s.moves.length, 'stale_ply'],
    [s.paused, 'not_allowed'],
    [s.turn !== sideOf(s, person), 'not_your_turn'],
    [isChoosing(s), 'not_allowed'],
    [!legal.includes(move), 'illegal_move'],
    [late.must, 'game_over'],
  ];
  const answers = unless(reasons, [event({ kind: 'move', by: s.turn, move, ply })]);
  return late.may && !answers[0].codes ? [...answers, no('game_over')] : answers;
}

function judgeOffer(s, person, kind, on) {
  if (!on)
    return s.offers[kind]
      ? [event({ kind: 'offer', by: sideOf(s, person), offer: kind, on: false })]
      : [no('no_offer')];
  if (s.offers[kind] === sideOf(s, person)) return [nothing];
  const declined = kind !== 'rematch' && s.declined[kind][person] === s.played;
  const refused = declined || s.made[kind][person] >= MOST_OFFERS;
  return refused
    ? [no('not_allowed')]
    : [event({ kind: 'offer', by: sideOf(s, person), offer: kind, on: true })];
}

/** Plies back to the last move of this person. */
function pliesBack(s, person) {
  const last = s.movers.lastIndexOf(person);
  return last < 0 ? 0 : s.moves.length - last;
}

function judgeTakeback(s, person, happened) {
  const me = sideOf(s, person);
  const accepts = s.offers.takeback === other(me);
  const taker = accepts ? against(person) : person;
  const plies = pliesBack(s, taker);
  if (plies === 0 || s.moves.length - plies < s.barrier) return [no('not_allowed')];
  if (!accepts && !s.config.bots) return judgeOffer(s, person, 'takeback', true);
  const gained = gainedBy(s, plies);
  const { may, must } = mayTakeBack(s.config.time, s.clock, s.turn, gained, s.clockStarted, happened);
  const late = isOver(s.config.time, s.clock, happened);
  const answers = [];
  if (may) answers.push(event({ kind: 'takeback', by: sideOf(s, taker), plies }));
  if (!must) answers.push(no('not_allowed'));
  if (late.may) answers.push(no('game_over'));
  return answers;
}

const gainedBy = (s, plies) => {
  const sides = [];
  for (let i = s.moves.length - plies; i < s.moves.length; i++)
    if (s.timed[i]) sides.push(sideOf(s, s.movers[i]));
  return sides;
};

/** From the moment in which both have agreed to one, nobody agrees again nor declines. */
function judgeRematch(s, person, on, perhapsAgreed) {
  const meanwhile = perhapsAgreed ? [no('not_allowed', 'no_offer')] : [];
  if (!on) return [...judgeOffer(s, person, 'rematch', false), ...meanwhile];
  if (!isDone(s) || s.nextId || s.free) return [no('not_allowed')];
  const me = sideOf(s, person);
  const agrees = s.offers.rematch === other(me) || s.config.bots;
  return [
    ...(agrees ? [event({ kind: 'rematch', by: me })] : judgeOffer(s, person, 'rematch', true)),
    ...meanwhile,
  ];
}

function judgeAction(s, who, request, happened) {
  const against = outdated(s, request);
  const answers = judgeNow(s, who, request, happened);
  return against.length === 0 ? answers : [no(...against, ...answers.flatMap(({ codes = [] }) => codes))];
}

function judgeNow(s, who, { do: what, on = true, moves = [], count }, happened) {
  const { person, opponentLeftAt, perhapsAgreed } = who;
  const me = sideOf(s, person);
  const them = other(me);
  if (what === 'rematch') return judgeRematch(s, person, on, perhapsAgreed);
  if (isDone(s)) return [no('game_over')];
  if (what === 'abort')
    return s.clockStarted
      ? [no('not_allowed')]
      : [event({ kind: 'end', by: me, status: 'aborted', reason: 'no_start' })];
  if (s.status === 'waiting') return [no('not_allowed')];
  const end = (status, result, reason) => event({ kind: 'end', by: me, status, result, reason });
  switch (what) {
    case 'resign':
      return [end('finished', them, 'resign')];
    case 'draw':
      if (!on) return judgeOffer(s, person, 'draw', false);
      if (s.config.bots) return [no('not_allowed'), end('finished', 'draw', 'agreement')];
      return s.offers.draw === them
        ? [end('finished', 'draw', 'agreement')]
        : judgeOffer(s, person, 'draw', true);
    case 'takeback':
      return on ? judgeTakeback(s, person, happened) : judgeOffer(s, person, 'takeback', false);
    case 'pause':
      if (!on) return judgeOffer(s, person, 'pause', false);
      if (s.paused) return [no('not_allowed')];
      if (s.offers.pause === them || s.config.bots) return [event({ kind: 'pause', by: me })];
      return judgeOffer(s, person, 'pause', true);
    case 'resume':
      return s.paused ? [event({ kind: 'resume', by: me })] : [no('not_allowed')];
    case 'addTime': {
      const side = s.config.bots ? me : them;
      return mayGive(s.config.time, s.clock, side)
        ? [event({ kind: 'clock', by: me, added: 15_000, to: side })]
        : [no('not_allowed')];
    }
    case 'claimWin':
    case 'claimDraw': {
      // On a machine that does much else an opponent is away for long.
      const mayClaim = s.turn === them && s.clockStarted && happened.until - opponentLeftAt >= CLAIM_MS;
      const claim = end('finished', what === 'claimWin' ? me : 'draw', 'abandoned');
      return mayClaim ? [no('not_allowed'), claim] : [no('not_allowed')];
    }
    case 'keep':
    case 'swap':
    case 'more':
    case 'offer':
    case 'declare': {
      const step = stepOf(s);
      const late = isOver(s.config.time, s.clock, happened);
      const reasons = [
        [s.paused, 'not_allowed'],
        [!step?.options, 'not_allowed'],
        [s.turn !== me, 'not_your_turn'],
        [s.turn === me && step?.options && !step.options.includes(what), 'not_allowed'],
        [what === 'offer' && (moves.length !== step?.toOffer || areAlike(s.moves, moves)), 'illegal_move'],
        [what === 'declare' && !(count >= 1 && count <= MOST_DECLARED), 'illegal_move'],
        [late.must, 'game_over'],
      ];
      const answers = unless(reasons, [
        event(what === 'swap' ? { kind: 'swap', by: me } : { kind: 'opening', by: me, choice: what }),
      ]);
      return late.may && !answers[0].codes ? [...answers, no('game_over')] : answers;
    }
    default:
      throw new Error(what);
  }
}

/** What the host of the room asks; `isHost`: who asks is. One who plays against a person has no other way out. */
function judgeHost(s, who, { do: what, name, v }, happened) {
  const { isHost, own, perhapsRenamed, person, people, perhaps = [] } = who;
  if (!isHost) return [no('forbidden')];
  const isPlayer = person && !s.config.bots;
  switch (what) {
    case 'pause':
      if (isPlayer) return judgeAction(s, who, { do: 'pause', v }, happened);
      return s.status === 'playing' && !s.paused ? [event({ kind: 'pause' })] : [no('not_allowed')];
    case 'resume':
      return s.status === 'playing' && s.paused ? [event({ kind: 'resume' })] : [no('not_allowed')];
    case 'close':
      if (isPlayer && s.status === 'playing' && s.clockStarted && s.countsAt > v) return [no('stale_ply')];
      if (isPlayer && s.status === 'playing' && s.clockStarted)
        return judgeAction(s, who, { do: 'resign' }, happened);
      return isDone(s) ? [no('game_over')] : [event({ kind: 'end', status: 'aborted', reason: 'closed' })];
    case 'kick':
    case 'mute':
    case 'unmute':
      if (name === own) return perhapsRenamed ? [no('not_allowed'), no('not_found')] : [no('not_allowed')];
      if (perhaps.includes(name)) return [nothing, no('not_found')];
      return people.includes(name) ? [nothing] : [no('not_found')];
    default:
      throw new Error(what);
  }
}

/** The answers that the document allows to `request` of `who` in this state, `happened` between two moments:
 *  {codes}: an error, {nothing}: an ack, {event}: an ack and next this event. */
export function judge(s, who, request, happened) {
  if (request.t === 'host') return judgeHost(s, who, request, happened);
  if (request.t === 'chat') {
    if (request.room === 'players' && !who.person) return [no('forbidden')];
    if (who.perhapsMuted) return [nothing, no('not_allowed')];
    return who.muted ? [no('not_allowed')] : [nothing];
  }
  if (!who.person) return [no('forbidden')];
  return request.t === 'move'
    ? judgeMove(s, who.person, request, happened)
    : judgeAction(s, who, request, happened);
}

// ---- what an event does ---------------------------------------------------------------------------------------------

/** Whether the server may say this by itself in this state. */
export function isSpontaneous(s, e) {
  const bot = s.config.bots && s.turn !== null && s.config.bots.includes(personOf(s, s.turn));
  switch (e.kind) {
    case 'start':
      return s.status === 'waiting';
    case 'move':
    case 'swap':
    case 'opening':
      return Boolean(bot);
    case 'end':
      return e.by === undefined && (e.state.reason === 'timeout' || e.state.reason === 'no_start');
    case 'clock':
      return e.added === undefined;
    default:
      return false;
  }
}

const bump = (counts, kind, person) => ({
  ...counts,
  [kind]: { ...counts[kind], [person]: counts[kind][person] + 1 },
});
const without = (s, kind) => ({ ...s.offers, [kind]: null });

/** Somebody has moved or chosen. */
function moved(s, person) {
  const offers = { ...s.offers, takeback: null };
  const declined = { ...s.declined };
  const played = s.played + 1;
  const them = sideOf(s, against(person));
  if (s.offers.draw === them) {
    offers.draw = null;
    declined.draw = { ...declined.draw, [against(person)]: played };
  }
  const made = Object.fromEntries(OFFERS.map((kind) => [kind, { a: 0, b: 0 }]));
  return { ...s, offers, declined, made, played, acted: { ...s.acted, [person]: true } };
}

/** Clocks run once both have acted. */
const running = (s) => (s.clockStarted || (s.acted.a && s.acted.b) ? s.turn : null);

function turnAfter(s) {
  const step = stepOf(s);
  return step ? step.by : s.rules.turn;
}

/** The state after an event, by the document; a Fault if it may not happen so. `rules`: the referee's word of the place
 *  after it. `happened`: when it was asked for. `clock` is what the event says: checked here, for no model knows the
 *  milliseconds. */
export function follow(s, e, rules, happened, restart = null) {
  const { time } = s.config;
  const clock = e.state.clock && { ...e.state.clock, restarted: false };
  const by = e.by === undefined ? null : personOf(s, e.by);
  let next = { ...s, v: s.v + 1, rules };
  demand(e.v === next.v, `event ${e.v} after ${s.v}`);
  demand((clock === null) === isUnlimited(time), 'a clock where there is none, or none');
  switch (e.kind) {
    case 'start':
      demand(s.status === 'waiting' && e.by === undefined, 'start');
      next.status = 'playing';
      next.turn = turnAfter(next);
      break;
    case 'move': {
      demand(
        s.status === 'playing' && !s.paused && e.by === s.turn,
        `a move of ${e.by} on the turn of ${s.turn}`,
      );
      demand(legalMoves(s).includes(e.move), `${e.move} is not legal`);
      next = moved(next, by);
      next.moves = [...s.moves, e.move];
      next.movers = [...s.movers, by];
      next.timed = [...s.timed, Boolean(s.clock?.running)];
      next.turn = turnAfter(next);
      checkTurn(time, s.clock, clock, s.turn, e, happened);
      break;
    }
    case 'swap':
    case 'opening': {
      const choice = e.kind === 'swap' ? 'swap' : e.choice;
      demand(stepOf(s)?.options?.includes(choice) && e.by === s.turn && !s.paused, `a choice of ${choice}`);
      next = moved(next, by);
      next.barrier = s.moves.length;
      next.chosen = choice === 'more' ? 'more' : 'done';
      next.choices = s.choices + 1;
      if (choice === 'offer') {
        const { toOffer } = stepOf(s);
        demand(e.moves.length === toOffer && !areAlike(s.moves, e.moves), `an offer of ${e.moves}`);
        next.offered = e.moves;
      }
      if (choice === 'declare') {
        demand(e.count >= 1 && e.count <= MOST_DECLARED, `${e.count} declared`);
        next.declared = e.count;
      }
      const swapped = (c) => c && { ...c, ms: [...c.ms].reverse(), periods: [...c.periods].reverse() };
      checkChoice(time, s, choice === 'swap' ? swapped(clock) : clock);
      if (choice === 'swap') {
        next.exchanged = !s.exchanged;
        for (const kind of OFFERS)
          if (next.offers[kind]) next.offers = { ...next.offers, [kind]: other(next.offers[kind]) };
      }
      next.turn = turnAfter(next);
      break;
    }
    case 'takeback': {
      demand(s.status === 'playing' && e.plies === pliesBack(s, by), `a takeback of ${e.plies} by ${by}`);
      checkTakeback(time, s.clock, clock, s.turn, gainedBy(s, e.plies), s.clockStarted, happened);
      const kept = s.moves.length - e.plies;
      next.moves = s.moves.slice(0, kept);
      next.movers = s.movers.slice(0, kept);
      next.timed = s.timed.slice(0, kept);
      next.offers = { ...s.offers, takeback: null, draw: null };
      next.turn = turnAfter(next);
      demand(next.turn === e.by, 'the turn comes back');
      break;
    }
    case 'offer':
      demand(by !== null, 'nobody offers');
      if (e.on) {
        next.offers = { ...s.offers, [e.offer]: e.by };
        next.made = bump(s.made, e.offer, by);
      } else {
        demand(s.offers[e.offer] !== null, 'there is no such offer');
        if (s.offers[e.offer] !== e.by) {
          const whose = personOf(s, s.offers[e.offer]);
          next.declined = { ...s.declined, [e.offer]: { ...s.declined[e.offer], [whose]: s.played } };
        }
        next.offers = without(s, e.offer);
      }
      checkSame(time, s.clock, clock, happened);
      break;
    case 'pause':
    case 'resume':
      demand(s.status === 'playing' && s.paused === (e.kind === 'resume'), e.kind);
      next.paused = e.kind === 'pause';
      if (next.paused) next.offers = without(s, 'pause');
      checkSame(time, s.clock, clock, happened);
      break;
    case 'clock':
      if (e.added === undefined) {
        demand(restart !== null, 'there was no restart');
        demand(s.clock?.running, 'no clock ran');
        checkRestart(time, s.clock, clock, restart);
        clock.restarted = true;
      } else {
        demand(e.added === 15_000, `${e.added} ms`);
        checkGift(time, s.clock, clock, s.config.bots ? e.by : other(e.by), s.turn, happened);
      }
      break;
    case 'end':
      demand(!isDone(s), 'a second end');
      next = {
        ...next,
        status: e.state.status,
        result: e.state.result,
        reason: e.state.reason,
        paused: false,
      };
      next.offers = { ...s.offers, draw: null, takeback: null, pause: null };
      checkEnd(s, e, rules, clock, happened);
      break;
    case 'rematch':
      demand(isDone(s) && e.by !== undefined && e.nextId, 'rematch');
      next.nextId = e.nextId;
      next.offers = without(s, 'rematch');
      break;
    default:
      demand(false, `an event ${e.kind}`);
  }
  if (s.clockStarted === false && running(next) !== null && next.status === 'playing')
    next.clockStarted = true;
  const over = isDone(next) || (e.kind === 'move' && rules.outcome);
  if (clock && !over) {
    const wanted = next.paused ? null : s.status === 'waiting' ? null : running(next);
    demand(clock.running === wanted, `the clock of ${clock.running} runs, not of ${wanted}`);
  }
  if (clock && over) demand(clock.running === null, 'a clock runs after the end');
  next.clock = clock;
  return { ...next, ...changedBy(e, s, next) };
}

/** A choice is a turn: what it cost is not told, so that only the other's clock is known. */
function checkChoice(time, s, clock) {
  if (isUnlimited(time)) return;
  const them = index(other(s.turn));
  demand(
    clock.ms[them] === s.clock.ms[them] && clock.periods[them] === s.clock.periods[them],
    'the other clock changed',
  );
  demand(clock.ms[1 - them] <= s.clock.ms[1 - them] + (time.increment ?? 0), 'a choice gave time');
}

function checkEnd(s, e, rules, clock, happened) {
  const { status, result, reason } = e.state;
  demand(
    status === (['no_start', 'closed', 'kicked'].includes(reason) ? 'aborted' : 'finished'),
    `${status} by ${reason}`,
  );
  demand((result === null) === (status === 'aborted'), `${result} of ${status}`);
  const outcome = rules?.outcome;
  if (outcome && s.status === 'playing') {
    demand(reason === outcome.reason && result === (outcome.winner ?? 'draw'), `${reason}, ${result}`);
    return;
  }
  if (reason === 'timeout') {
    demand(result === other(s.turn), 'who is to move loses on time');
    checkFlag(s.config.time, s.clock, clock, happened);
  }
  if (reason === 'no_start') demand(!s.clockStarted, 'a game that counts is not aborted');
  demand(
    ['timeout', 'no_start', 'closed', 'kicked', 'resign', 'agreement', 'abandoned'].includes(reason),
    `an end by ${reason}`,
  );
}

// ---- what is to be seen ---------------------------------------------------------------------------------------------

function faceOf({ by, options, offered, stones, ...numbers }) {
  if (offered) return { step: 'pick', by, stones: 1, offered };
  if (!options) return { step: 'place', by, stones };
  return { step: 'choose', by, options, ...numbers };
}

/** `state` as whoever speaks for `side` sees it (null: a spectator), but for the clock and what is not modelled. */
export function visible(s, side) {
  const legal = side !== null && side === s.turn ? legalMoves(s) : [];
  const step = stepOf(s);
  const list = (items) => (items && items.length > 0 ? items : undefined);
  return {
    moves: s.moves.join(' '),
    ply: s.moves.length,
    turn: s.status === 'waiting' && !s.begun ? null : s.turn,
    pos: s.rules.pos,
    legal: list(legal),
    forbidden: list(s.rules.forbidden),
    perilous: list(s.rules.perilous),
    check: s.rules.check,
    paused: s.paused || undefined,
    waiting: undefined,
    status: s.status === 'waiting' ? 'playing' : s.status,
    result: s.result,
    reason: s.reason,
    offers: s.offers,
    opening: step && s.status === 'playing' ? faceOf(step) : undefined,
  };
}
