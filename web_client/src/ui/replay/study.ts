import { knownRules } from '../../games/rules';
import { Refusal } from '../../protocol/connection';
import type { GameRecord } from '../../protocol/records';
import type { Explored } from '../../protocol/engine_messages';
import { isGameName, type GameName } from '../../protocol/types';
import type { SocketClient } from '../services/socket_client';

/** What the analysis board shows; its address says it, so that a reload, Back and a link bring it back. */
export interface Study {
  readonly game: GameName;
  readonly rule: string;
  readonly size?: number;
  /** Where it begins, if not as the game does. */
  readonly pos?: string;
  readonly moves: readonly string[];
}

/** The names in the address. */
export const studyKeys = ['game', 'rule', 'size', 'pos', 'moves'] as const;

type Query = Partial<Record<(typeof studyKeys)[number], string>>;

/** The usual rule from its start. */
export const defaultStudy = (game: GameName): Study => ({
  game,
  rule: knownRules[game][0] ?? 'standard',
  moves: [],
});

/** What an address asks for, as far as it makes sense; the server judges the rest. */
export function studyFromQuery({ game = '', rule, size, pos, moves }: Query, otherwise: GameName): Study {
  if (!isGameName(game)) return defaultStudy(otherwise);
  return {
    ...defaultStudy(game),
    ...(rule && { rule }),
    ...(Number(size) > 0 && { size: Number(size) }),
    ...(pos && { pos }),
    moves: moves ? moves.split(',') : [],
  };
}

/** The reverse of `studyFromQuery`. */
export const queryOf = ({ game, rule, size, pos, moves }: Study): Readonly<Record<string, string>> => ({
  game,
  rule,
  ...(size !== undefined && { size: String(size) }),
  ...(pos !== undefined && { pos }),
  ...(moves.length > 0 && { moves: moves.join(',') }),
});

type Server = Pick<SocketClient, 'request'>;

async function explored(server: Server, { moves, ...from }: Study): Promise<Explored> {
  const answer = await server.request({ t: 'explore', ...from, moves });
  if (answer.t !== 'explored') throw new Error('no answer');
  return answer;
}

/** Null where the server finds it wrong; other failures go on. */
const refused = (error: unknown): null => {
  if (error instanceof Refusal && (error.code === 'illegal_move' || error.code === 'bad_message'))
    return null;
  throw error;
};

/** What the server makes of it: without the moves, or at last the usual board, where it refuses them. Throws where it
 *  does not answer. */
export async function loadStudy(
  server: Server,
  wanted: Study,
): Promise<{ studied: Study; record: GameRecord }> {
  const start = await explored(server, { ...wanted, moves: [] }).catch(refused);
  if (!start) return loadStudy(server, defaultStudy(wanted.game));
  const end = wanted.moves.length > 0 ? await explored(server, wanted).catch(refused) : null;
  return { studied: { ...wanted, moves: end?.moves ?? [] }, record: emptyRecord(wanted, start.pos) };
}

/** A record without players and moves: it begins and ends at the start position. */
const emptyRecord = ({ game, rule, size }: Study, pos: string): GameRecord => ({
  gameId: '',
  game,
  rule,
  ...(size !== undefined && { size }),
  you: null,
  players: [
    { name: '', online: false },
    { name: '', online: false },
  ],
  time: null,
  rated: false,
  startPos: pos,
  state: {
    moves: '',
    ply: 0,
    turn: 'first',
    pos,
    clock: null,
    status: 'finished',
    result: null,
    reason: null,
  },
  chat: [],
  v: 0,
  positions: [pos],
  notations: [],
});
