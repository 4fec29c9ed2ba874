import { expect, it } from 'vitest';
import { voices, type SoundName } from '../../../src/sound/voices';

/** A context that notes what is started, and follows the wires. */
class FakeContext {
  readonly sampleRate = 8000;
  readonly starts: number[] = [];
  readonly stops: number[] = [];
  readonly pitches: number[] = [];
  readonly wires = new Map<object, object>();
  readonly sources: object[] = [];
  readonly fades: number[] = [];
  readonly samples: Float32Array[] = [];

  private node(isSource = false): object {
    const { wires, starts, stops, pitches, fades } = this;
    const node = {
      gain: {
        setValueAtTime: () => undefined,
        exponentialRampToValueAtTime: (_: number, at: number) => void fades.push(at),
      },
      frequency: {
        set value(pitch: number) {
          pitches.push(pitch);
        },
      },
      connect(to: object) {
        wires.set(node, to);
        return to;
      },
      start: (at: number) => void starts.push(at),
      stop: (at: number) => void stops.push(at),
    };
    if (isSource) this.sources.push(node);
    return node;
  }
  createGain = () => this.node();
  createBiquadFilter = () => this.node();
  createOscillator = () => this.node(true);
  createBufferSource = () => this.node(true);
  createBuffer(_: number, length: number) {
    const channel = new Float32Array(length);
    this.samples.push(channel);
    return { getChannelData: () => channel };
  }
  leadsTo(source: object, out: object): boolean {
    const next = this.wires.get(source);
    return next === out || (next !== undefined && this.leadsTo(next, out));
  }
}

const played = (name: SoundName) => {
  const context = new FakeContext();
  const out = {};
  voices[name](context as unknown as AudioContext, out as AudioNode, 10);
  return { context, out };
};
const names = Object.keys(voices) as SoundName[];

it.each(names)(
  '%s is heard: begins when it is due, reaches the ear, and is over within half a second',
  (name) => {
    const { context, out } = played(name);
    expect(context.sources.length).toBeGreaterThan(0);
    for (const source of context.sources) expect(context.leadsTo(source, out)).toBe(true);
    expect(Math.min(...context.starts)).toBe(10);
    for (const at of [...context.stops, ...context.fades]) expect(at).toBeLessThanOrEqual(10.5);
  },
);

it('no two are alike', () => {
  const heard = names.map((name) => {
    const { starts, pitches } = played(name).context;
    return JSON.stringify([starts, pitches]);
  });
  expect(new Set(heard).size).toBe(names.length);
});

it('a knock is noise, not a click of nothing', () => {
  const [noise] = played('move').context.samples;
  expect(new Set(noise).size).toBeGreaterThan(100);
  expect(Math.max(...(noise ?? []))).toBeLessThanOrEqual(1);
});
