// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { TableGame, Tournament } from '../../../../src/protocol/tournaments';
import { RoundCard } from '../../../../src/ui/tournaments/round_card';
import { act, cleanup, fireEvent, screen } from '../screen';
import { Site } from '../site';

let site: Site;
beforeEach(() => {
  localStorage.clear();
  site = new Site().greet();
});
afterEach(cleanup);

const played = { gameId: 'gAme0001', first: 2 } as const;
/** What stands beside the names at the only table. */
const resultOf = (game: TableGame, phase = 'running'): string | undefined => {
  const round = { number: 1, tables: [{ first: 1, second: 2, games: [game] }], rests: [] };
  const tournament = {
    phase,
    format: 'swiss',
    rounds: 1,
    paired: 1,
    players: [{ name: 'Lin' }, { name: 'Mei' }],
  };
  const shown = tournament as unknown as Tournament;
  site.open(<RoundCard tournament={shown} round={round} onRound={vi.fn()} onDone={vi.fn()} />);
  const text = document.querySelector('.tournament-table')?.textContent.slice('1Mei – Lin'.length);
  cleanup();
  return text;
};

it('tells a game to which a player has not come from one that was played', () => {
  expect(resultOf(played)).toBe('playing');
  expect(resultOf({ ...played, result: 'first', ending: 'checkmate' })).toBe('1 – 0');
  expect(resultOf({ ...played, result: 'second', ending: 'forfeit' })).toBe('− – +no-show');
  expect(resultOf({ ...played, result: 'nobody', ending: 'forfeit' })).toBe('− – −no-show');
});

// Games of a tournament that was cancelled were "playing" for ever.
it('awaits no result in a tournament that was cancelled', () => {
  expect(resultOf(played, 'cancelled')).toBe('–');
  expect(resultOf({ ...played, result: 'first', ending: 'checkmate' }, 'cancelled')).toBe('1 – 0');
});

it('takes a ruling of the director for the result of a game', () => {
  const ruled = { ...played, result: 'second', ending: 'forfeit', corrected: 'They had moved' } as const;
  expect(resultOf(ruled)).toBe('0 – 1They had moved');
});

it('offers the result that stands as the one to correct, until another is chosen', () => {
  const ruled = (...games: readonly TableGame[]): string | undefined => {
    const round = { number: 1, tables: [{ first: 1, second: 2, games }], rests: [] };
    const tournament = { own: true, phase: 'running', format: 'swiss', rounds: 1, paired: 1, players: [] };
    const shown = tournament as unknown as Tournament;
    site.open(<RoundCard tournament={shown} round={round} onRound={vi.fn()} onDone={vi.fn()} />);
    const select = document.querySelector<HTMLSelectElement>('form select');
    const offered = select?.value;
    if (select) fireEvent.change(select, { target: { value: 'nobody' } });
    expect(select?.value).toBe('nobody');
    cleanup();
    return offered;
  };
  for (const result of ['first', 'second', 'draw', 'nobody'] as const)
    expect(ruled({ ...played, result })).toBe(result);
  const annulled = { ...played, result: 'draw', annulled: true } as const;
  expect(ruled({ ...played, result: 'second' }, annulled, played)).toBe('second');
});

// Enter after the reason, and the game that was played was annulled and begun anew.
it('rules nothing by Enter, which chooses no button', () => {
  const tables = [{ first: 1, second: 2, games: [played] }];
  const round = { number: 1, tables, rests: [] };
  const tournament = { own: true, phase: 'running', format: 'swiss', rounds: 1, paired: 1, players: [] };
  const shown = tournament as unknown as Tournament;
  site.open(<RoundCard tournament={shown} round={round} onRound={vi.fn()} onDone={vi.fn()} />);
  const buttons = [...document.querySelectorAll<HTMLButtonElement>('form button')];
  expect(buttons.map(({ disabled }) => disabled)).toEqual([true, false, false]);
});

// What was chosen for the first game of a knock-out was sent of the second one, which had ended meanwhile.
it('corrects a game by what was chosen for it, and not for the game before', async () => {
  const drawn: TableGame = { ...played, result: 'draw', ending: 'agreement' };
  const second = { gameId: 'gAme0002', first: 1 } as const;
  const won: TableGame = { ...second, result: 'first', ending: 'checkmate' };
  const games = signal<readonly TableGame[]>([drawn]);
  const tournament = { own: true, phase: 'running', format: 'knockout', rounds: 1, paired: 1, players: [] };
  const Shown = () => {
    const round = { number: 1, tables: [{ first: 1, second: 2, games: games.value }], rests: [] };
    const shown = tournament as unknown as Tournament;
    return <RoundCard tournament={shown} round={round} onRound={vi.fn()} onDone={vi.fn()} />;
  };
  site.open(<Shown />);
  const form = () => [
    screen.getByLabelText<HTMLSelectElement>('Result').value,
    screen.getByLabelText<HTMLInputElement>('Reason').value,
  ];
  const fill = (): void => {
    fireEvent.change(screen.getByLabelText('Result'), { target: { value: 'nobody' } });
    fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'Both have left' } });
    expect(form()).toEqual(['nobody', 'Both have left']);
  };
  fill();
  await act(() => void (games.value = [drawn, second]));
  expect(form(), 'another one has begun').toEqual(['draw', '']);
  fill();
  await act(() => void (games.value = [drawn, { ...second }]));
  expect(form(), 'nothing has happened').toEqual(['nobody', 'Both have left']);
  await act(() => void (games.value = [drawn, won]));
  expect(form(), 'it has ended').toEqual(['first', '']);
});
