import { fetchRatingHistory } from '../../protocol/people';
import type { GameName } from '../../protocol/types';
import { ListEnd } from '../parts/list_end';
import { LoadError } from '../parts/load_error';
import { useAsync } from '../core/use_async';
import { useServices } from '../services/services';

const WIDTH = 300;
const HEIGHT = 90;
/** Points of rating between two lines: the first with which there are few. */
const GRIDS = [100, 200, 500, 1000] as const;
const MOST_LINES = 5;
/** Points from the bottom to the top at least: one game is no mountain. */
const LEAST_SPAN = 100;

/** A drawn curve; without the page, for tests. */
export interface Curve {
  /** Of an SVG path, in a box of WIDTH times HEIGHT. */
  readonly path: string;
  /** Round ratings in sight, with their heights. */
  readonly lines: readonly { readonly rating: number; readonly y: number }[];
  readonly low: number;
  readonly high: number;
}

/**
 * The ratings after each game, the oldest at the left, all as far apart: a pause is no slope. @pre There is at least
 * one.
 */
export function curveOf(ratings: readonly number[]): Curve {
  const low = Math.min(...ratings);
  const high = Math.max(...ratings);
  const margin = Math.max(LEAST_SPAN - (high - low), (high - low) / 5) / 2;
  const [bottom, top] = [low - margin, high + margin];
  const round = (n: number): number => Math.round(n * 10) / 10;
  const y = (rating: number): number => round(((top - rating) / (top - bottom)) * HEIGHT);
  const x = (index: number): number => round((index / Math.max(ratings.length - 1, 1)) * WIDTH);
  const grid = GRIDS.find((each) => (top - bottom) / each <= MOST_LINES) ?? GRIDS[3];
  const first = Math.ceil(bottom / grid) * grid;
  const count = Math.floor((top - first) / grid) + 1;
  return {
    path: `M${ratings.map((rating, index) => `${x(index)} ${y(rating)}`).join('L')}`,
    lines: Array.from({ length: count }, (_, i) => ({ rating: first + i * grid, y: y(first + i * grid) })),
    low,
    high,
  };
}

interface Props {
  readonly name: string;
  readonly game: GameName;
  readonly speed: string;
}

/** How a rating came to be: the last 500 rated games. */
export function RatingCurve({ name, game, speed }: Props) {
  const { t } = useServices().preferences;
  const ask = () => fetchRatingHistory(name, game, speed);
  const { value, error, retry } = useAsync(ask, [name, game, speed]);
  if (error !== null) return <LoadError error={error} onRetry={retry} />;
  if (value === null) return <div class="rating-curve" aria-busy="true" />;
  const { points, more } = value;
  if (points.length === 0) return <p class="empty">{t('profile.curve.none')}</p>;
  const { path, lines, low, high } = curveOf(points.map(({ rating }) => rating));
  return (
    <>
      <svg
        class="rating-curve"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={t('profile.curve', { n: points.length, low, high })}
      >
        {lines.map(({ rating, y }) => (
          <g key={rating}>
            <path class="axis" d={`M0 ${y}H${WIDTH}`} />
            <text x="2" y={y - 2}>
              {rating}
            </text>
          </g>
        ))}
        <path class="curve" d={path} />
      </svg>
      <ListEnd cut={more} n={points.length} />
    </>
  );
}
