import { describe, expect, it } from 'vitest';
import { Account } from '../../../../../src/state/account';
import { RoomModel } from '../../../../../src/ui/room/model/room_model';
import type { Services } from '../../../../../src/ui/services/services';
import { memoryStorage } from '../../../memory_storage';
import { full, stateOf } from '../../../room_messages';

const modelOf = (): RoomModel => {
  const socket = { time: { at: (now: number) => now } };
  return new RoomModel('g1', { account: new Account(memoryStorage()), socket } as unknown as Services);
};

describe('while the line is lost a clock runs on', () => {
  it.each([
    ['of a game that the visitor plays', 'first', 'first', true],
    ['not of a game of others', null, 'first', false],
    ['not where it stands', 'first', null, false],
  ] as const)('%s', (_, you, running, runs) => {
    const clock = { ms: [300_000, 300_000], running, at: 0 } as const;
    const model = modelOf();
    model.onMessage({ ...full('', 4), you, state: { ...stateOf(''), clock } });
    expect(model.clockRuns()).toBe(runs);
  });

  it('not where there is none', () => {
    const model = modelOf();
    expect(model.clockRuns()).toBe(false);
    model.onMessage(full('', 4));
    expect(model.clockRuns()).toBe(false);
  });
});
