// For programs that draw from Math.random, with --import: what they draw comes from SANQI_SEED.
import { randomFrom } from './client.mjs';

const draw = randomFrom(Number(process.env.SANQI_SEED));
Object.assign(Math, { random: () => draw(2 ** 31) / 2 ** 31 });
