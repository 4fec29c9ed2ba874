// @vitest-environment happy-dom
import { fireEvent } from '@testing-library/preact';
import { readFileSync } from 'node:fs';
import { afterEach, expect, it, vi } from 'vitest';
import { common } from '../../../../src/i18n/en/common';
import { people } from '../../../../src/i18n/en/people';
import { room } from '../../../../src/i18n/en/room';
import type { Results } from '../../../../src/protocol/people';
import { memoryStorage } from '../../memory_storage';
import { ResultsCard } from '../../../../src/ui/people/results';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { cleanup, render, screen, seen } from '../screen';

afterEach(cleanup);

const samples = readFileSync('../tests/protocol/samples/http_people.json', 'utf8');
const sample = (JSON.parse(samples) as { results: Results }).results;
const none: Results = { counted: 0, games: [], sides: [], openings: [], opponents: [] };

/** The card before a server that gives these answers, one after another; tells what was asked. */
function open(...answers: readonly (Results | null)[]): readonly string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    const answer = answers[asked.push(path) - 1];
    return answer ? Promise.resolve(new Response(JSON.stringify(answer))) : Promise.reject(new Error('lost'));
  });
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: { ...common, ...room, ...people } });
  const toasts = { describe: () => 'failed' };
  render(
    <ServicesContext.Provider value={{ preferences, toasts } as unknown as Services}>
      <ResultsCard name="Lin" />
    </ServicesContext.Provider>,
  );
  expect(asked).toEqual([]);
  const card = seen('details');
  card.setAttribute('open', '');
  fireEvent(card, new Event('toggle'));
  return asked;
}

/** The rows under a title, in words. */
const rowsOf = (title: string): readonly (string | undefined)[] =>
  [...(screen.getByText(title).closest('section')?.querySelectorAll('li') ?? [])].map(
    (row) => row.textContent,
  );

it('are asked for when they are opened, and told by game and side, opening and opponent', async () => {
  const score = 'won 1 · lost 0 · drawn 0';
  const asked = open({
    ...sample,
    openings: [
      { game: 'xiangqi', openingCode: 'A1a', won: 1, lost: 0, drawn: 0 },
      { game: 'gomoku', openingCode: 'of a newer server', won: 1, lost: 0, drawn: 0 },
    ],
    opponents: [...sample.opponents, { level: 3, won: 0, lost: 2, drawn: 1 }],
  });
  await screen.findByText('Game');
  expect(asked).toEqual(['/api/players/Lin/results']);
  expect(rowsOf('Game')).toEqual([`Gomoku${score}`, `Gomoku · Black${score}`]);
  expect(rowsOf('Opponent')).toEqual([`Mei${score}`, 'Computer level 3won 0 · lost 2 · drawn 1']);
  expect(screen.getByText<HTMLAnchorElement>('Mei').pathname).toBe('/players/Mei');
  await screen.findByText(/^Xiangqi · A1 Elephant Opening$/);
  expect(rowsOf('Opening')[1]).toBe(`Gomoku · of a newer server${score}`);
});

it('say that there are none, and have no openings where nothing is known of them', async () => {
  open(none);
  await screen.findByText('No finished games yet.');
  cleanup();
  open({ ...sample, openings: [] });
  await screen.findByText('Game');
  expect(screen.queryByText('Opening')).toBeNull();
});

it('are asked for again where they did not come', async () => {
  open(null, sample);
  fireEvent.click(await screen.findByText('Reload'));
  await screen.findByText('Game');
});

it('say of how many games they are where not all are counted', async () => {
  open({ ...sample, counted: 500, more: true });
  await screen.findByText('The last 500 games, and what was most frequent in them.');
  cleanup();
  const opponents = Array.from({ length: 20 }, (_, i) => ({ name: `P${i}`, won: 1, lost: 0, drawn: 0 }));
  open({ ...sample, counted: 20, opponents });
  await screen.findByText('The last 20 games, and what was most frequent in them.');
  cleanup();
  open(sample);
  await screen.findByText('Game');
  expect(screen.queryByText(/most frequent/)).toBeNull();
});
