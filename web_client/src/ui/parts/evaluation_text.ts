import type { Evaluation, Mark } from '../../protocol/types';

/** The usual signs of annotators. */
export const markSigns: Readonly<Record<Mark, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

/** With a real minus sign, and a plus. */
export const signed = (value: number, digits = 0): string =>
  `${value > 0 ? '+' : ''}${value.toFixed(digits).replace('-', '−')}`;

/**
 * `+0.3`, `−1.2`; `#5` and `−#5` for a forced win in so many moves, `+−` and `−+` where, of a game with a score,
 * only who wins is proven; `+6` discs. For the first side, as the server says it.
 */
export function evaluationText({ kind, value }: Evaluation, game: { readonly score?: unknown }): string {
  const wins = kind === 'win';
  if (!wins && kind !== 'loss') return kind === 'eval' ? signed(value / 100, 1) : signed(value);
  // Mated already: won, and in no moves at all.
  if (!value) return wins ? '1–0' : '0–1';
  if (game.score) return wins ? '+−' : '−+';
  return `${wins ? '' : '−'}#${Math.ceil(value / 2)}`;
}
