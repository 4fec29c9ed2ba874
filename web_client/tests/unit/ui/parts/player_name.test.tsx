// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import type { Player } from '../../../../src/protocol/types';
import { memoryStorage } from '../../memory_storage';
import { PlayerName } from '../../../../src/ui/parts/player_name';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { cleanup, render, screen } from '../screen';

afterEach(cleanup);

function show(player: Partial<Player>, props: { isOver?: boolean; link?: boolean } = {}): string {
  cleanup();
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: common });
  const { container } = render(
    <ServicesContext.Provider value={{ preferences } as unknown as Services}>
      <PlayerName player={{ name: null, online: true, ...player }} {...props} />
    </ServicesContext.Provider>,
  );
  return container.textContent;
}

it('calls the computer by its level, whatever the server calls it', () => {
  expect(show({ name: 'Bot 3', ai: true, level: 3 })).toBe('Computer level 3');
});

it('tells an empty seat from somebody whom nobody knows', () => {
  expect(show({ name: '' })).toBe('Waiting for a player');
  expect(show({ name: '' }, { isOver: true })).toBe('Unknown player');
});

it('doubts a rating that few games stand behind', () => {
  expect(show({ name: 'lin', rating: 1500, provisional: true })).toBe('lin 1500?');
  expect(show({ name: 'lin', rating: 1612 })).toBe('lin 1612');
});

it('marks an account that a program plays for', () => {
  expect(show({ name: 'Pela', rating: 1612, program: true })).toBe('Pela bot 1612');
  expect(show({ name: 'Pela' })).toBe('Pela');
});

it('leads to the page of a player, and of nobody else', () => {
  show({ name: 'Lin Mei' }, { link: true });
  expect(screen.getByRole('link').getAttribute('href')).toBe('/players/Lin%20Mei');
  for (const player of [{ name: 'Bot 3', level: 3 }, { name: '' }]) {
    show(player, { link: true });
    expect(screen.queryByRole('link')).toBeNull();
  }
});
