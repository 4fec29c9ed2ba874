import type { Analysis, AnalysedPly, BySide, Mark, Side } from '../protocol/types';

/**
 * Adds what is new; a message holds only plies that were not told before. After a reconnect it holds all again, which
 * replace their likes. Sorted by ply.
 */
export function mergeAnalysis(before: Analysis | null, message: Analysis): Analysis {
  const plies = new Map((before?.plies ?? []).map((one) => [one.ply, one]));
  for (const one of message.plies) plies.set(one.ply, one);
  return { ...before, ...message, plies: [...plies.values()].toSorted((a, b) => a.ply - b.ply) };
}

/** What is known of the position after `ply` moves; undefined while it is not analysed. */
export const analysedPly = (analysis: Analysis | null, ply: number): AnalysedPly | undefined =>
  analysis?.plies.find((one) => one.ply === ply);

/** How often each side made each kind of mistake. Ply 1 is of the side that begins. */
export function countMarks(analysis: Analysis, begins: Side): BySide<Readonly<Record<Mark, number>>> {
  const none = (): Record<Mark, number> => ({ inaccuracy: 0, mistake: 0, blunder: 0 });
  const counts = [none(), none()] as const;
  for (const { ply, mark } of analysis.plies)
    if (mark) counts[(ply % 2 === 1) === (begins === 'first') ? 0 : 1][mark] += 1;
  return counts;
}
