import { Refusal } from '../../protocol/connection';
import type { GameFull } from '../../protocol/server_messages';
import type { Services } from '../services/services';

/** Reasons that the board itself shows, or that come of putting a piece back. */
const obvious = ['cannot_go_there', 'own_piece', 'occupied'];

type Game = Pick<GameFull, 'game' | 'rule' | 'size' | 'startPos'>;

/**
 * Shows in a toast why `move` is not legal after `moves`: asks the server, which has the rules, for that variation.
 * Says nothing where the server is not there, or finds the move legal by then.
 */
export async function explainIllegal(
  { socket, toasts }: Pick<Services, 'socket' | 'toasts'>,
  { game, rule, size, startPos: pos }: Game,
  moves: readonly string[],
  move: string,
): Promise<void> {
  const from = { ...(size !== undefined && { size }), ...(pos !== '' && { pos }) };
  try {
    await socket.request({ t: 'explore', game, rule, ...from, moves: [...moves, move] });
  } catch (error) {
    const isRule = error instanceof Refusal && error.code === 'illegal_move';
    if (isRule && !obvious.includes(error.reason ?? '')) toasts.showError(error);
  }
}
