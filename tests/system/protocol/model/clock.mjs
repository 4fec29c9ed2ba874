// Clocks as docs/protocol.md has them. A clock is what `state.clock` shows: {ms, periods, running, at, spent}.
// When something happened is known from both sides only, so every check is of a range of milliseconds.
import { Page } from './page.mjs';

const SIDES = ['first', 'second'];
export const index = (side) => SIDES.indexOf(side);
export const other = (side) => (side === 'first' ? 'second' : 'first');

export const FREE_MS = 10_000; // After a restart.
const SIGN_MS = 5_000; // Between signs of life of a server with running clocks,
const LATE_MS = 5_000; // and how late one may be written down.
const COMMIT_MS = 1_500; // The record has the moment of the decision, the clock ran from the commit.
export const GIFT_MS = 15_000;
const RICHEST_MS = 7_200_000;

export const isUnlimited = (time) => time === null;
export const hasMainTime = (time) => Boolean(time?.initial || time?.increment || time?.byoyomi);

/** At the start of a game. */
export function startClock(time) {
  if (isUnlimited(time)) return null;
  const { initial = 0, increment = 0, byoyomi = 0, periods = byoyomi ? 1 : 0, perMove = 0, days = 0 } = time;
  let ms = initial;
  if (days) ms = days * 86_400_000;
  else if (!initial && increment) ms = Math.max(increment, 3_000);
  else if (!initial && !byoyomi) ms = perMove;
  return { ms: [ms, ms], periods: [periods, periods], running: null, spent: 0 };
}

const budget = (time, ms, periods) => {
  const whole = ms + periods * (time.byoyomi ?? 0);
  return time.perMove ? Math.min(whole, time.perMove) : whole;
};

/** What one side has left after `spent` of a turn, or null if its time was over. */
function charged(time, [ms, periods], spent) {
  if (spent >= budget(time, ms, periods)) return null;
  if (!hasMainTime(time)) return [ms, periods];
  if (spent < ms) return [ms - spent, periods];
  return [0, time.byoyomi ? periods - Math.floor((spent - ms) / time.byoyomi) : periods];
}

const left = (clock, side) => [clock.ms[index(side)], clock.periods[index(side)]];
const same = (a, b) => a !== null && a[0] === b[0] && a[1] === b[1];

/** Time used of the running turn between two moments; a paused one stands still. */
export function spentBetween(clock, from, to) {
  if (!clock.running) return [clock.spent, clock.spent];
  return [clock.spent + Math.max(0, from - clock.at), clock.spent + Math.max(0, to - clock.at)];
}

/** On a machine that does much else, longer. */
const atMost = (usual) => Math.max(usual, Page.slowest);
/** Given back for the network in a turn that no move ended: it is not told, and no longer than a way and back. */
const mostLag = () => Math.min(7_000, atMost(1_000));

export class ClockFault extends Error {}
const demand = (holds, what) => {
  if (!holds) throw new ClockFault(what);
};

/** Whether some number of ms in the range makes `after` of `before`. */
function explains([low, high], test) {
  for (let ms = Math.max(0, Math.floor(low)); ms <= Math.max(0, Math.ceil(high)); ms++)
    if (test(ms)) return true;
  return false;
}

/** Of the two clocks only that of `side` may have changed. */
const untouched = (before, after, side) =>
  demand(same(left(before, other(side)), left(after, other(side))), `the clock of ${other(side)} changed`);

/** The turn of `turn` ended: it cost `spent`, and brought an increment if it was a move. `moved` is {since, until}. */
export function checkTurn(time, before, after, turn, { spent, lag, increments = true }, moved) {
  if (isUnlimited(time)) return;
  untouched(before, after, turn);
  if (!before.running) {
    demand(same(left(before, turn), left(after, turn)), 'a clock changed that did not run');
    demand(spent === 0 && lag === 0, 'a turn without a clock was charged');
    return;
  }
  const [low, high] = spentBetween(before, moved.since, moved.until);
  const used = spent + lag;
  demand(
    used >= Math.max(0, low) && used <= Math.max(0, high),
    `${used} ms were used, not ${low} to ${high}`,
  );
  demand(lag >= 0 && lag <= 1_000 * 7, `${lag} ms of lag`);
  const wanted = charged(time, left(before, turn), spent);
  demand(wanted !== null, 'the time was over');
  if (increments && hasMainTime(time)) wanted[0] += time.increment ?? 0;
  demand(same(wanted, left(after, turn)), `${left(after, turn)} left, not ${wanted}`);
}

/** What the moves of `side` among those of `gained` brought it, in ms. */
const gainOf = (time, gained, side) =>
  hasMainTime(time) ? gained.filter((one) => one === side).length * (time.increment ?? 0) : 0;

/** A takeback ended the turn of `turn`; `gained`: the sides of the moves that are gone and had gained an increment. */
export function checkTakeback(time, before, after, turn, gained, clockStarted, happened) {
  if (isUnlimited(time)) return;
  const range = clockStarted ? spentBetween(before, happened.since, happened.until) : [0, 0];
  const lag = mostLag();
  const lose = ([ms, periods], side) => [ms - gainOf(time, gained, side), periods];
  demand(
    same(lose(left(before, other(turn)), other(turn)), left(after, other(turn))),
    'the other clock is wrong',
  );
  const fits = (ms) => {
    const paid = charged(time, left(before, turn), ms);
    return paid !== null && same(lose(paid, turn), left(after, turn));
  };
  demand(
    explains([range[0] - lag, range[1]], fits),
    `${left(after, turn)} left of ${left(before, turn)}, spent ${range}`,
  );
  demand(after.spent === 0, 'a new turn begins');
}

/** The turn goes on. */
export function checkSame(time, before, after, happened) {
  if (isUnlimited(time)) return;
  for (const side of SIDES)
    demand(same(left(before, side), left(after, side)), `the clock of ${side} changed`);
  checkSpent(before, after, happened);
}

function checkSpent(before, after, happened) {
  const [low, high] = spentBetween(before, happened.since, happened.until);
  demand(after.spent >= low && after.spent <= high, `spent ${after.spent}, not ${low} to ${high}`);
}

/** `side` was given time. */
export function checkGift(time, before, after, side, turn, happened) {
  untouched(before, after, side);
  checkSpent(before, after, happened);
  const [ms, periods] = left(before, side);
  const lost =
    side === turn && time.byoyomi
      ? Math.min(periods, Math.max(0, Math.floor((after.spent - ms) / time.byoyomi)))
      : 0;
  const wanted = [ms + GIFT_MS + lost * (time.byoyomi ?? 0), periods - lost];
  demand(same(wanted, left(after, side)), `${left(after, side)} left, not ${wanted}`);
}
export const mayGive = (time, clock, side) =>
  hasMainTime(time) && left(clock, side)[0] + GIFT_MS <= RICHEST_MS;

/** The server went down at `down`: `told` (SIGTERM) it wrote that moment down; else the last sign of life counts. */
export function checkRestart(time, before, after, { down, told }) {
  for (const side of SIDES)
    demand(same(left(before, side), left(after, side)), `the clock of ${side} changed`);
  // What is told again shows the clock of that moment, and none of it need be written down.
  const written = before.retold ? before.at - Math.max(0, before.spent) : before.at;
  const known = told ? down.since : down.since - SIGN_MS - atMost(LATE_MS);
  const low = before.spent + Math.max(written, known) - before.at;
  const [, high] = spentBetween(before, known, down.until);
  const thought = after.spent + FREE_MS;
  // Of free time that was not used up nothing is saved.
  const least = before.restarted ? before.spent + FREE_MS : -Infinity;
  // Whoever comes back is told the clock of that moment.
  const since = Math.max(0, after.at - down.until);
  const most = Math.max(high + atMost(COMMIT_MS), least) + since;
  demand(
    thought >= low && thought <= most,
    `${thought} ms were thought before the restart, not ${low} to ${most}`,
  );
}

/** The flag of the running side fell. */
export function checkFlag(time, before, after, happened) {
  const side = before.running;
  demand(side !== null, 'no clock ran');
  untouched(before, after, side);
  demand(same([0, 0], left(after, side)), 'who lost on time has none left');
  const [, used] = spentBetween(before, happened.until, happened.until);
  const whole = budget(time, ...left(before, side));
  demand(used >= whole, `the flag fell after ${used} of ${whole} ms`);
}

/** Whether the time of the turn may have been over at these moments, and whether it must have been. */
export function isOver(time, clock, happened) {
  if (isUnlimited(time) || !clock.running) return { may: false, must: false };
  const whole = budget(time, ...left(clock, clock.running));
  const [low, high] = spentBetween(clock, happened.since, happened.until);
  return { may: high >= whole, must: low - 7_000 >= whole };
}

/** Whether all that the moves had gained can be taken back, from main time alone: after some time of the range, after
 *  any. */
export function mayTakeBack(time, clock, turn, gained, clockStarted, happened) {
  if (isUnlimited(time)) return { may: true, must: true };
  const range = clockStarted ? spentBetween(clock, happened.since, happened.until) : [0, 0];
  const fits = (ms) =>
    SIDES.every((side) => {
      const paid = side === turn ? charged(time, left(clock, side), Math.max(0, ms)) : left(clock, side);
      if (paid === null) return false;
      const loss = gainOf(time, gained, side);
      return loss === 0 || paid[0] > loss || (paid[0] === loss && paid[1] > 0);
    });
  return { may: fits(range[0] - mostLag()), must: fits(range[1]) };
}
