// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import type { Shape } from '../../../../src/board/model/shape';

const circle: Shape = { from: 'h8', to: 'h8', colour: 'green' };
const failed = vi.fn();

beforeEach(() => void process.on('unhandledRejection', failed));
afterEach(() => {
  process.off('unhandledRejection', failed);
  vi.doUnmock('../../../../src/board/drawing/user_shapes');
  vi.resetModules();
});

/** All that was asked for is here, or will not come. */
const settled = (): Promise<void> => new Promise((done) => setTimeout(done));

describe('what the visitor draws', () => {
  it('waits for how it is drawn', async () => {
    const { LazyShapes } = await import('../../../../src/board/drawing/lazy_shapes');
    const shapes = new LazyShapes(gomoku, false);
    shapes.toggle(circle);
    shapes.toggle({ ...circle, from: 'a1', to: 'a1' });
    await vi.dynamicImportSettled();
    expect(shapes.layer.childElementCount).toBe(2);
  });

  it('is not drawn where that does not come, and nothing has failed', async () => {
    vi.doMock('../../../../src/board/drawing/user_shapes', () => {
      throw new Error('no network');
    });
    const { LazyShapes } = await import('../../../../src/board/drawing/lazy_shapes');
    const shapes = new LazyShapes(gomoku, false);
    shapes.toggle(circle);
    await vi.dynamicImportSettled();
    await settled();
    expect(shapes.layer.childElementCount).toBe(0);
    expect(failed).not.toHaveBeenCalled();
  });
});
