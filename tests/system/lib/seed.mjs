// What is random in the tests of one file comes from one seed, which is printed: a failing run can be repeated.
import { randomFrom } from './client.mjs';

export const seed = Number(process.env.SANQI_SEED ?? Date.now() % 2 ** 31);
console.log(`seed ${seed} (repeat with SANQI_SEED=${seed})`);

/** For what need not be the same whichever tests of the file run before. */
export const random = randomFrom(seed);
export const pick = (list) => list[random(list.length)];
