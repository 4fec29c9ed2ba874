// How long the tests wait for what must come. A wait ends with its event; its limit is only for what never comes, and
// says so.

/** SANQI_PATIENCE=5 for a server under sanitizers, or a machine that is slow or busy. */
export const patience = Number(process.env.SANQI_PATIENCE ?? 1);
/** ms that any one event may take: many times what an idle machine needs. */
export const PATIENCE_MS = 60_000 * patience;

export const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** Until the fault, after a number of ms by chance: it has to come into the midst of things as well, and events, as
 *  answers are, say of things that they are done. */
export const anyMoment = pause;

/** For so long an outage lasts: what a program does in it of itself, or must not do, is seen at its end only. */
export const outage = (ms) => pause(Math.max(0, ms));

/** Until the server, which refused for now, said that one may ask again. */
export const retryAfter = ({ retryMs = 50 }) => pause(retryMs);

/** What `promise` gives; an error when it has not come in time. `what` tells what was waited for, and is asked only
 *  then. */
export async function within(promise, what, ms = PATIENCE_MS) {
  let timer;
  const late = new Promise((_, fail) => {
    timer = setTimeout(() => fail(new Error(`not in ${ms} ms: ${what()}`)), ms);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The answer to what `ask` asks, once it is not refused for being one of too many. */
export async function admitted(ask) {
  for (const deadline = Date.now() + PATIENCE_MS; ;) {
    const answer = await ask();
    if (answer.code !== 'rate_limited' || Date.now() > deadline) return answer;
    await retryAfter(answer);
  }
}

/** For fetch: an error when the answer has not come in time. */
export const inTime = () => ({ signal: AbortSignal.timeout(PATIENCE_MS) });

/** Repeats a check until it throws no more, and gives what it gives: pages and other processes follow a server with a
 *  delay. */
export async function assertSoon(check, ms = PATIENCE_MS) {
  for (const deadline = Date.now() + ms; ;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await pause(20);
    }
  }
}

/** Waits until a test gives something, and gives that. An error of the test ends the wait. */
export async function eventually(what, test, ms = PATIENCE_MS) {
  for (const deadline = Date.now() + ms; ;) {
    const found = await test();
    if (found) return found;
    if (Date.now() > deadline) throw new Error(`not in ${ms} ms: ${what}`);
    await pause(20);
  }
}
