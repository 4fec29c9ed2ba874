import { knownRules } from '../../games/rules';
import type { ExploreRequest } from '../../protocol/client_messages';
import { Refusal } from '../../protocol/connection';
import type { GameRecord } from '../../protocol/records';
import type { Explored } from '../../protocol/engine_messages';
import { isGameName, type GameName } from '../../protocol/types';
import type { SocketClient } from '../services/socket_client';
import { emptyRecord } from './replay_model';
import { isLong, shortLine } from './short_line';

/** What the analysis board shows; its address says it, so that a reload, Back and a link bring it back. */
export interface AnalysedLine {
  readonly game: GameName;
  readonly rule: string;
  readonly size?: number;
  /** Where it begins, if not as the game does. */
  readonly pos?: string;
  readonly moves: readonly string[];
}

/** The names in the address. */
export const lineKeys = ['game', 'rule', 'size', 'pos', 'moves'] as const;

type Query = Partial<Record<(typeof lineKeys)[number], string>>;

/** The usual rule from its start. */
export const defaultLine = (game: GameName): AnalysedLine => ({
  game,
  rule: knownRules[game][0] ?? 'standard',
  moves: [],
});

/** What an address asks for, as far as it makes sense; the server judges the rest. */
export function lineFromQuery(query: Query, otherwise: GameName): AnalysedLine {
  const { game = otherwise, rule, size, pos, moves } = query;
  if (!isGameName(game)) return defaultLine(otherwise);
  return {
    ...defaultLine(game),
    ...(rule && { rule }),
    ...(Number(size) > 0 && { size: Number(size) }),
    ...(pos && { pos }),
    moves: moves ? moves.split(',') : [],
  };
}

/** The reverse of `lineFromQuery`. */
export const queryOf = ({
  game,
  rule,
  size,
  pos,
  moves,
}: AnalysedLine): Readonly<Record<string, string>> => ({
  game,
  rule,
  ...(size !== undefined && { size: String(size) }),
  ...(pos !== undefined && { pos }),
  ...(moves.length > 0 && { moves: moves.join(',') }),
});

type Server = Pick<SocketClient, 'request'>;

async function explored(server: Server, line: AnalysedLine): Promise<Explored> {
  const request: ExploreRequest = { t: 'explore', ...line };
  const answer = await server.request(isLong(request) ? await shortLine(server, request) : request);
  if (answer.t !== 'explored') throw new Error('no answer');
  // The answer to a long line has the last of its moves.
  const before = line.moves.slice(0, line.moves.length - answer.moves.length);
  return { ...answer, moves: [...before, ...answer.moves] };
}

/** Whether the server has found a line wrong, and not failed otherwise. */
export const isWrongLine = (error: unknown): error is Refusal =>
  error instanceof Refusal && (error.code === 'illegal_move' || error.code === 'bad_message');

/** What the server makes of it: with the moves before one that is not legal, without the position, or at last the usual
 *  board, and what it found wrong. Throws where it does not answer. */
export async function loadLine(
  server: Server,
  wanted: AnalysedLine,
  problem?: Refusal,
): Promise<{ line: AnalysedLine; record: GameRecord; problem: Refusal | undefined }> {
  const { pos, moves, ...usual } = wanted;
  let wrong = problem;
  const ask = (line: AnalysedLine): Promise<Explored | null> =>
    explored(server, line).catch((error: unknown) => {
      if (!isWrongLine(error)) throw error;
      wrong = error;
      return null;
    });
  const start = await ask({ ...wanted, moves: [] });
  const end = start && moves.length > 0 ? await ask(wanted) : start;
  if (start && end)
    return { line: { ...wanted, moves: end.moves }, record: emptyRecord(wanted, start.pos), problem };
  // "Move 3: …": those before it are legal. None, where it names no move of these: another question might not end.
  const number = Number(/^Move (\d+)/.exec(wrong?.message ?? '')?.[1]);
  const legal = number <= moves.length ? moves.slice(0, number - 1) : [];
  const usually = pos === undefined ? defaultLine(wanted.game) : { ...usual, moves: [] };
  return loadLine(server, start ? { ...wanted, moves: legal } : usually, wrong);
}
