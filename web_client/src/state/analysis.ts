import type { Analysis, AnalysedPly, BySide, Evaluation, Mark } from '../protocol/types';

/** Adds what is new; a message holds only plies that were not told before. */
export function mergeAnalysis(before: Analysis | null, message: Analysis): Analysis {
  const plies = new Map((before?.plies ?? []).map((one) => [one.ply, one]));
  for (const one of message.plies) plies.set(one.ply, one);
  return { ...before, ...message, plies: [...plies.values()].toSorted((a, b) => a.ply - b.ply) };
}

export const analysedPly = (analysis: Analysis | null, ply: number): AnalysedPly | undefined =>
  analysis?.plies.find((one) => one.ply === ply);

/** The usual signs of annotators. */
export const markSigns: Readonly<Record<Mark, string>> = { inaccuracy: '?!', mistake: '?', blunder: '??' };

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

/** How often each side made each kind of mistake. Ply 1 is the first side's. */
export function countMarks(analysis: Analysis): BySide<Readonly<Record<Mark, number>>> {
  const none = (): Record<Mark, number> => ({ inaccuracy: 0, mistake: 0, blunder: 0 });
  const counts = [none(), none()] as const;
  for (const { ply, mark } of analysis.plies) if (mark) counts[ply % 2 === 1 ? 0 : 1][mark] += 1;
  return counts;
}
