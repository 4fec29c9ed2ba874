import type { GameName, Side, TimeControl } from './types';

/** What the client says. Any message may carry an `id`, which the answer repeats. */
export type ClientMessage =
  | Hello
  | { t: 'ping'; at: number }
  | { t: 'lobby'; on: boolean }
  | SeekRequest
  | { t: 'unseek'; seekId: string }
  | CreateRequest
  | JoinRequest
  | { t: 'leave'; gameId: string }
  | MoveRequest
  | { t: 'action'; gameId: string; do: Action; on?: boolean }
  | { t: 'chat'; gameId: string; room: 'players' | 'all'; text: string }
  | { t: 'watch'; ids: readonly string[] };

export interface Hello {
  t: 'hello';
  v: 1;
  name?: string;
  token?: string;
  client?: string;
}

export interface SeekRequest {
  t: 'seek';
  game: GameName;
  rule?: string;
  time: TimeControl | null;
  side?: Side;
  rated?: boolean;
}

export interface CreateRequest {
  t: 'create';
  game: GameName;
  rule?: string;
  time: TimeControl | null;
  side?: Side | 'random';
  opponent: 'human' | 'ai' | 'aivsai';
  level?: number;
  private?: boolean;
  pos?: string;
}

export interface JoinRequest {
  t: 'join';
  gameId?: string;
  code?: string;
  as: 'player' | 'spectator';
  token?: string;
  since?: number;
}

export interface MoveRequest {
  t: 'move';
  gameId: string;
  ply: number;
  move: string;
}

export type Action =
  | 'resign'
  | 'abort'
  | 'draw'
  | 'takeback'
  | 'rematch'
  | 'pause'
  | 'resume'
  | 'addTime'
  | 'claimWin'
  | 'claimDraw'
  | 'swap';
