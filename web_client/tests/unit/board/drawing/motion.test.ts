// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { whenIdle } from '../../../../src/base/idle';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

describe('motion', () => {
  /** The module asks the system once. */
  async function fresh(reduced: boolean): Promise<typeof import('../../../../src/board/drawing/motion')> {
    vi.stubGlobal('matchMedia', () => ({ matches: reduced }));
    vi.resetModules();
    return import('../../../../src/board/drawing/motion');
  }
  const see = (seen: 'visible' | 'hidden'): void =>
    void vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(seen);

  it('is for who looks, and wants it', async () => {
    const { mayAnimate } = await fresh(false);
    see('visible');
    expect(mayAnimate()).toBe(true);
    see('hidden');
    expect(mayAnimate()).toBe(false);
  });

  it('is never for who does not want it', async () => {
    const { mayAnimate } = await fresh(true);
    see('visible');
    expect(mayAnimate()).toBe(false);
  });

  it('takes a captured piece away when it has faded, not before', async () => {
    const { fadeOut } = await fresh(false);
    const piece = document.createElementNS('http://www.w3.org/2000/svg', 'g');
    document.body.append(piece);
    const fading: { onfinish: (() => void) | null } = { onfinish: null };
    piece.animate = () => fading as Animation;
    fadeOut(piece);
    expect(piece.isConnected).toBe(true);
    fading.onfinish?.();
    expect(piece.isConnected).toBe(false);
  });

  it('turns a disc over: the new face begins when the old one has gone, which then leaves', async () => {
    const { turnOver } = await fresh(false);
    const timings: KeyframeAnimationOptions[] = [];
    const closing: { onfinish: (() => void) | null } = { onfinish: null };
    const face = (): SVGElement => {
      const made = document.createElementNS('http://www.w3.org/2000/svg', 'g');
      made.animate = (_, timing) => {
        timings.push(timing as KeyframeAnimationOptions);
        return closing as Animation;
      };
      document.body.append(made);
      return made;
    };
    const [before, after] = [face(), face()];
    turnOver(before, after, 50);
    const [old, fresh_] = timings;
    expect(fresh_?.delay).toBe((old?.delay ?? 0) + Number(old?.duration));
    closing.onfinish?.();
    expect([before.isConnected, after.isConnected]).toEqual([false, true]);
    after.remove();
  });
});

describe('what waits until the page rests', () => {
  const act = vi.fn();
  let frames: (() => void)[];
  beforeEach(() => {
    vi.useFakeTimers();
    act.mockClear();
    frames = [];
    vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
    vi.stubGlobal('cancelAnimationFrame', (id: number) => void (frames[id - 1] = () => undefined));
  });
  const frame = (): void => frames.splice(0).forEach((one) => one());

  it('comes after a frame, when the browser has nothing else to do', () => {
    const idle = vi.fn((then: () => void) => {
      then();
      return 1;
    });
    vi.stubGlobal('requestIdleCallback', idle);
    vi.stubGlobal('cancelIdleCallback', () => undefined);
    whenIdle(act);
    vi.runAllTimers();
    expect(idle).not.toHaveBeenCalled();
    frame();
    vi.runAllTimers();
    expect(act).toHaveBeenCalledOnce();
    expect(idle).toHaveBeenCalledWith(act, { timeout: 300 });
  });

  it('comes a while later where a browser does not say when it rests', () => {
    Reflect.deleteProperty(window, 'requestIdleCallback');
    whenIdle(act);
    frame();
    vi.advanceTimersByTime(299);
    expect(act).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(act).toHaveBeenCalledOnce();
  });

  it.each([0, 1])('does not come any more once it is called off, after %i frames', (shown) => {
    Reflect.deleteProperty(window, 'requestIdleCallback');
    const stop = whenIdle(act);
    if (shown > 0) frame();
    stop();
    frame();
    vi.runAllTimers();
    expect(act).not.toHaveBeenCalled();
  });
});
