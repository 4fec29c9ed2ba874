// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { people } from '../../../../src/i18n/en/people';
import { memoryStorage } from '../../memory_storage';
import { curveOf, RatingCurve } from '../../../../src/ui/people/rating_curve';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { cleanup, render, screen } from '../screen';

afterEach(cleanup);

const numbers = (path: string): number[] => (path.match(/[\d.]+/g) ?? []).map(Number);

it('goes from left to right, and up with the rating', () => {
  const [x0, y0 = NaN, x1, y1, x2, y2] = numbers(curveOf([1500, 1700, 1400]).path);
  expect([x0, x1, x2]).toEqual([0, 150, 300]);
  expect(y1).toBeLessThan(y0);
  expect(y2).toBeGreaterThan(y0);
});

it('draws lines at hundreds that are in sight, whatever came', () => {
  for (const ratings of [
    [1500],
    [1499, 1501],
    [100, 3000],
    [1512, 1530, 1488],
    Array.from({ length: 500 }, (_, i) => 1000 + i),
  ]) {
    const { path, lines } = curveOf(ratings);
    expect(numbers(path)).toHaveLength(2 * ratings.length);
    expect(lines.length).toBeGreaterThan(0);
    expect(lines.length).toBeLessThan(7);
    for (const { rating, y } of lines) {
      expect(Math.abs(rating % 100)).toBe(0);
      expect(y).toBeGreaterThanOrEqual(0);
      expect(y).toBeLessThanOrEqual(90);
    }
  }
});

/** Shows the curve of these ratings; which addresses are asked for them. */
function show(ratings: readonly number[]): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', (url: string) => {
    asked.push(url);
    const points = ratings.map((rating, i) => ({ gameId: `game${i}`, at: i, rating }));
    return Promise.resolve(new Response(JSON.stringify({ points }), { status: 200 }));
  });
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: people });
  render(
    <ServicesContext.Provider value={{ preferences } as unknown as Services}>
      <RatingCurve name="林 Lin" game="gomoku" speed="rapid" />
    </ServicesContext.Provider>,
  );
  return asked;
}

it('asks for one game at one speed, and says in words what it shows', async () => {
  const asked = show([1500, 1520, 1490]);
  expect(
    await screen.findByRole('img', { name: 'Rating after 3 public games, from 1490 to 1520' }),
  ).toBeTruthy();
  expect(asked).toEqual(['/api/players/%E6%9E%97%20Lin/history?game=gomoku&speed=rapid']);
});

it('does not say of somebody whose rated games are private that there are none', async () => {
  show([]);
  expect(await screen.findByText('No public rated games.')).toBeTruthy();
});
