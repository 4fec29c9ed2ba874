// @vitest-environment happy-dom
import { render, type ComponentChild } from 'preact';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { parts } from '../../../../src/i18n/en/parts';
import { room as words } from '../../../../src/i18n/en/room';
import { memoryStorage } from '../../memory_storage';
import { Preferences } from '../../../../src/ui/services/preferences';
import type { Replay } from '../../../../src/ui/replay/replay_model';
import { useReplayKeys } from '../../../../src/ui/replay/use_replay_keys';
import { ConfirmRow } from '../../../../src/ui/room/actions/confirm_row';
import { Sheets } from '../../../../src/ui/room/model/sheets';
import type { RoomController } from '../../../../src/ui/room/model/room_controller';
import { useRoomKeys } from '../../../../src/ui/room/use_room_keys';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';

afterEach(() => render(null, document.body));

/** Draws without waiting for a paint, after which effects would have run. */
function draw(drawn: ComponentChild): void {
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...words, ...parts } });
  const services = { preferences } as unknown as Services;
  render(<ServicesContext.Provider value={services}>{drawn}</ServicesContext.Provider>, document.body);
}

const press = (key: string): boolean =>
  dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));

// "Move 60 of 60" stood there, and the arrow that followed at once was lost: the page listened only after its next
// paint.
describe('a key that is pressed as soon as the page is drawn', () => {
  it('walks through a replay', () => {
    const back = vi.fn();
    const Keys = () => {
      useReplayKeys({ back } as unknown as Replay, vi.fn());
      return null;
    };
    draw(<Keys />);
    press('ArrowLeft');
    expect(back).toHaveBeenCalledOnce();
  });

  it('leaves Space to what has the focus and knows it', () => {
    const togglePlaying = vi.fn();
    const Keys = () => {
      useReplayKeys({ togglePlaying } as unknown as Replay, vi.fn());
      return (
        <details>
          <summary>games</summary>
          <select />
          <textarea />
        </details>
      );
    };
    draw(<Keys />);
    const space = { key: ' ', bubbles: true, cancelable: true };
    for (const taker of document.querySelectorAll('summary, select, textarea'))
      taker.dispatchEvent(new KeyboardEvent('keydown', space));
    expect(togglePlaying).not.toHaveBeenCalled();
    press(' ');
    expect(togglePlaying).toHaveBeenCalledOnce();
  });

  it('browses a room', () => {
    const browse = vi.fn();
    const Keys = () => {
      useRoomKeys({ model: { shownPly: { value: 7 }, browse } } as unknown as RoomController, new Sheets());
      return null;
    };
    draw(<Keys />);
    press('ArrowLeft');
    expect(browse).toHaveBeenCalledWith(6);
  });

  it('answers a question', () => {
    const answer = vi.fn();
    draw(<ConfirmRow action={{}} answer={answer} />);
    expect(document.activeElement?.tagName).toBe('BUTTON');
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }));
    expect(answer).toHaveBeenCalledWith(false);
  });
});

// Held, Space began to play a replay and stopped it, over and over.
it('acts once on a key that is held, but steps on and on', () => {
  const replay = { togglePlaying: vi.fn(), flip: vi.fn(), back: vi.fn() };
  const Keys = () => {
    useReplayKeys(replay as unknown as Replay, vi.fn());
    return null;
  };
  draw(<Keys />);
  for (const key of [' ', 'f', 'ArrowLeft'])
    for (const repeat of [false, true, true])
      // The page does not scroll either.
      expect(dispatchEvent(new KeyboardEvent('keydown', { key, repeat, cancelable: true })), key).toBe(false);
  const { togglePlaying, flip, back } = replay;
  expect([togglePlaying, flip, back].map(({ mock }) => mock.calls.length)).toEqual([1, 1, 3]);
});

it('acts once on a single key that is held', () => {
  const flip = vi.fn();
  const Keys = () => {
    useRoomKeys({ flip } as unknown as RoomController, new Sheets());
    return null;
  };
  draw(<Keys />);
  const hold = (repeat: boolean) => dispatchEvent(new KeyboardEvent('keydown', { key: 'f', repeat }));
  hold(false);
  hold(true);
  expect(flip).toHaveBeenCalledOnce();
});
