// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { antireversi } from '../../../../../src/games/antireversi/antireversi';
import { common } from '../../../../../src/i18n/en/common';
import { room as words } from '../../../../../src/i18n/en/room';
import type { GameState } from '../../../../../src/protocol/types';
import { memoryStorage } from '../../../memory_storage';
import { Preferences } from '../../../../../src/ui/services/preferences';
import { InfoCard } from '../../../../../src/ui/room/cards/info_card';
import type { RoomController } from '../../../../../src/ui/room/model/room_controller';
import { ServicesContext, type Services } from '../../../../../src/ui/services/services';
import { roomWith } from '../../../rooms';
import { act, cleanup, render, screen } from '../../screen';

afterEach(cleanup);
afterEach(() => vi.useRealTimers());

/** Server time; the room was told at 0. */
let now = 0;

function show(state: Partial<GameState>): void {
  const room = roomWith(state);
  const model = { now: () => now };
  const ctrl = { room: signal(room), game: antireversi, model } as unknown as RoomController;
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...words } });
  render(
    <ServicesContext.Provider value={{ preferences } as unknown as Services}>
      <InfoCard ctrl={ctrl} />
    </ServicesContext.Provider>,
  );
}

describe('info card', () => {
  const day = 86_400_000;

  it('says beforehand how a game ends that is left alone', () => {
    show({ lapse: { ms: 13.5 * day, winner: 'second' } });
    expect(screen.getByText(/lost after 14 days without a move/)).toBeTruthy();
    cleanup();
    show({ lapse: { ms: day, winner: null } });
    expect(screen.getByText(/ends after 1 day without a move/)).toBeTruthy();
    cleanup();
    show({});
    expect(screen.queryByText(/without a move/)).toBeNull();
  });

  const anHour = (): Promise<void> =>
    act(async () => {
      await vi.advanceTimersByTimeAsync(3_600_000);
    });

  // It went on saying 14 days, however long the page was open.
  it('counts from when that was told', async () => {
    vi.useFakeTimers();
    show({ lapse: { ms: 14 * day, winner: null } });
    now = 3 * day;
    await anHour();
    expect(screen.getByText(/ends after 11 days without a move/)).toBeTruthy();
    now = 20 * day;
    await anHour();
    expect(screen.getByText(/ends after 0 days without a move/)).toBeTruthy();
    now = 0;
  });

  it('says once what wins', () => {
    show({});
    expect(screen.getAllByText(/Fewest discs win/)).toHaveLength(1);
  });
});
