import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Sounds } from '../../../src/sound/sounds';

/** Counts what is started; the rest of an AudioContext is as small as the voices allow. */
class FakeContext {
  state: AudioContextState = 'suspended';
  readonly currentTime = 10;
  readonly sampleRate = 8000;
  readonly destination = {};
  readonly started: number[] = [];

  resume(): Promise<void> {
    this.state = 'running';
    return Promise.resolve();
  }
  close(): Promise<void> {
    this.state = 'closed';
    return Promise.resolve();
  }
  private node() {
    const parameter = {
      value: 0,
      setValueAtTime: () => undefined,
      exponentialRampToValueAtTime: () => undefined,
    };
    return {
      gain: parameter,
      frequency: parameter,
      connect: (next: unknown) => next,
      start: (at: number) => void this.started.push(at),
      stop: () => undefined,
    };
  }
  createGain = () => this.node();
  createOscillator = () => this.node();
  createBufferSource = () => this.node();
  createBiquadFilter = () => this.node();
  createBuffer = (_: number, length: number) => ({ getChannelData: () => new Float32Array(length) });
}

describe('sounds', () => {
  let page: EventTarget;
  let contexts: FakeContext[];
  let sounds: Sounds;

  beforeEach(() => {
    page = new EventTarget();
    contexts = [];
    sounds = new Sounds(page, () => {
      const context = new FakeContext();
      contexts.push(context);
      return context as unknown as AudioContext;
    });
  });

  const gesture = async (name: string): Promise<void> => {
    page.dispatchEvent(new Event(name));
    await import('../../../src/sound/voices');
    await new Promise((done) => setTimeout(done));
  };

  it('wait for a gesture, and lose what was due before', () => {
    sounds.play('move');
    expect(contexts).toHaveLength(0);
    page.dispatchEvent(new Event('pointerup'));
    expect(contexts[0]?.started).toEqual([]);
  });

  it('knock once for a move and twice for a capture', async () => {
    await gesture('keydown');
    sounds.play('move');
    expect(contexts[0]?.started).toEqual([10, 10]);
    sounds.play('capture');
    expect(contexts[0]?.started.slice(2).map((at) => Math.round(at * 100))).toEqual([1000, 1000, 1007, 1007]);
  });

  it('open one context, and wake it again when the phone put it to sleep', () => {
    page.dispatchEvent(new Event('click'));
    const [context] = contexts;
    if (!context) throw new Error('no context');
    context.state = 'suspended';
    page.dispatchEvent(new Event('pointerup'));
    expect(contexts).toHaveLength(1);
    expect(context.state).toBe('running');
  });

  it('are no failure of the page where the browser does not let them', async () => {
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    page.dispatchEvent(new Event('pointerup'));
    const [context] = contexts;
    if (!context) throw new Error('no context');
    context.state = 'suspended';
    context.resume = () => Promise.reject(new Error('not by a drag'));
    await gesture('pointerup');
    process.off('unhandledRejection', unhandled);
    expect(unhandled).not.toHaveBeenCalled();
  });

  it('are given up where the browser has none, and no gesture fails by that', () => {
    const open = vi.fn(() => {
      throw new ReferenceError('AudioContext is not defined');
    });
    const target = new EventTarget();
    const failed = vi.fn();
    process.on('uncaughtException', failed);
    new Sounds(target, open);
    for (let taps = 0; taps < 2; taps++) target.dispatchEvent(new Event('click'));
    process.off('uncaughtException', failed);
    expect([open.mock.calls.length, failed.mock.calls.length]).toEqual([1, 0]);
  });

  it('are silent at volume 0', async () => {
    await gesture('click');
    sounds.volume = 0;
    sounds.play('end');
    expect(contexts[0]?.started).toEqual([]);
    sounds.volume = 0.5;
    sounds.play('end');
    expect(contexts[0]?.started).toHaveLength(2);
  });
});
