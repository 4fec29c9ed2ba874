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
export function lineFromQuery(
  { game = '', rule, size, pos, moves }: Query,
  otherwise: GameName,
): AnalysedLine {
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
export const isWrongLine = (error: unknown): boolean =>
  error instanceof Refusal && (error.code === 'illegal_move' || error.code === 'bad_message');

/** Null where the server finds it wrong; other failures go on. */
const refused = (error: unknown): null => {
  if (isWrongLine(error)) return null;
  throw error;
};

/** What the server makes of it: without the moves, without the position, or at last the usual board, where it refuses
 *  them. Throws where it does not answer. */
export async function loadLine(
  server: Server,
  wanted: AnalysedLine,
): Promise<{ line: AnalysedLine; record: GameRecord }> {
  const start = await explored(server, { ...wanted, moves: [] }).catch(refused);
  const { pos, ...usual } = wanted;
  if (!start) return loadLine(server, pos === undefined ? defaultLine(wanted.game) : { ...usual, moves: [] });
  const end = wanted.moves.length > 0 ? await explored(server, wanted).catch(refused) : null;
  return { line: { ...wanted, moves: end?.moves ?? [] }, record: emptyRecord(wanted, start.pos) };
}
