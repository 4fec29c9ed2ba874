// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import type { GameSummary, Seek } from '../../../../src/protocol/types';
import { emptyLobby, type Lobby } from '../../../../src/state/lobby';
import { memoryStorage } from '../../memory_storage';
import type { LobbyModel } from '../../../../src/ui/lobby/lobby_model';
import { SeeksCard } from '../../../../src/ui/lobby/seeks_card';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { act, cleanup, heldOff, render, screen } from '../screen';

afterEach(cleanup);

const seek: Seek = {
  seekId: 's1',
  game: 'gomoku',
  name: 'Hua',
  time: { initial: 300_000, increment: 3_000 },
};
const room: GameSummary = {
  gameId: 'g1',
  game: 'gomoku',
  players: [
    { name: 'Ana', online: true },
    { name: null, online: false },
  ],
  time: null,
  ply: 0,
  status: 'waiting',
};
function show(seeks: readonly Seek[], games: readonly GameSummary[] = []) {
  const lobby = signal({ ...emptyLobby, seeks, games });
  const model = { lobby, busy: signal(false), isOwn: () => false };
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: common });
  render(
    <ServicesContext.Provider value={{ preferences } as unknown as Services}>
      <SeeksCard model={model as unknown as LobbyModel} />
    </ServicesContext.Provider>,
  );
  return lobby;
}

it('says of each button whose challenge it takes', () => {
  show([seek, { ...seek, seekId: 's2', name: 'Mei', time: null }]);
  const buttons = screen.getAllByRole('button');
  expect(buttons.map((button) => button.getAttribute('aria-label'))).toEqual([
    'Join Hua Gomoku',
    'Join Mei Gomoku',
  ]);
  expect(buttons.map((button) => button.textContent)).toEqual(['Join', 'Join']);
});

it('says by which rule and opening a challenge or a room is played', () => {
  show(
    [
      { ...seek, rule: 'renju', opening: 'swap' },
      { ...seek, seekId: 's2', rule: 'renju' },
    ],
    [{ ...room, rule: 'renju', opening: 'taraguchi10' }],
  );
  const rules = screen.getAllByText(/^Gomoku/, { selector: '.grow' }).map(({ textContent }) => textContent);
  expect(rules).toEqual([
    'Gomoku · Renju · Swap',
    'Gomoku · Renju',
    `Gomoku · Renju · ${common['rule.opening.taraguchi10']}`,
  ]);
});

it('marks programs, and lets nobody wait for a rated game with one', () => {
  const [host, free] = room.players;
  show(
    [
      { ...seek, name: 'Pela', program: true },
      { ...seek, seekId: 's2', name: 'Wine', program: true, rated: true },
    ],
    [{ ...room, players: [{ ...host, name: 'Zen', program: true }, free] }],
  );
  const rows = screen.getAllByRole('listitem').map(({ textContent }) => textContent);
  expect(rows.map((row) => row.includes('bot'))).toEqual([true, true, true]);
  const buttons = screen.getAllByRole('button').map((button) => button.getAttribute('aria-label'));
  expect(buttons).toEqual(['Join Pela Gomoku', 'Join Zen Gomoku']);
});

it('takes no press for a challenge that has just come under the finger', async () => {
  const seeks = ['Hua', 'Mei', 'Lin', 'Ana'].map((name) => ({ ...seek, seekId: name, name }));
  const lobby = show(seeks);
  const held = heldOff();
  const change = (some: Partial<Lobby>) => act(() => void (lobby.value = { ...lobby.value, ...some }));
  await change({ seeks: seeks.filter(({ name }) => name !== 'Mei') });
  expect(held()).toEqual([expect.stringContaining('Lin'), expect.stringContaining('Ana')]);
  await change({ players: 5 });
  expect(held()).toHaveLength(2);
});
