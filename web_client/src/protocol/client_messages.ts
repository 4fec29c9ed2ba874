import type { DeclineReason } from './challenges';
import type { StudyRequest } from './study_messages';
import type { GameName, Side, TimeControl } from './types';

/** What the client says. Any message may carry an `id`, which the answer repeats. */
export type ClientMessage =
  | Hello
  | { t: 'ping'; at: number }
  | { t: 'lobby'; on: boolean }
  | SeekRequest
  | { t: 'unseek'; seekId: string }
  | { t: 'challenges'; on: boolean }
  | ChallengeRequest
  | { t: 'answer'; challengeId: string; do: 'accept' | 'decline' | 'withdraw'; reason?: DeclineReason }
  | CreateRequest
  | JoinRequest
  | { t: 'leave'; gameId: string }
  | MoveRequest
  | ActionRequest
  | HostRequest
  | { t: 'chat'; gameId: string; room: 'players' | 'all'; text: string }
  | { t: 'report'; gameId: string; from: string; at: number }
  | { t: 'watch'; ids: readonly string[] }
  | { t: 'analysis'; gameId: string; on: boolean }
  | ExploreRequest
  | StudyRequest;

export interface Hello {
  t: 'hello';
  v: 1;
  name?: string | undefined;
  token?: string | undefined;
  client?: string;
  /** Events tell what changed in the place of the whole state. */
  deltas?: boolean;
  /** `turn` tells of games that are played on while this page is elsewhere. */
  turns?: boolean;
}

export interface SeekRequest {
  t: 'seek';
  game: GameName;
  rule?: string | undefined;
  opening?: string | undefined;
  time: TimeControl | null;
  side?: Side | 'random';
  rated?: boolean;
  /** What the opponent's rating may be. */
  minRating?: number;
  maxRating?: number;
  /** The id of the seek that it joins. */
  with?: string;
}

/** Asks the account of this name for a game. */
export interface ChallengeRequest extends Omit<SeekRequest, 't' | 'minRating' | 'maxRating' | 'with'> {
  t: 'challenge';
  to: string;
}

export interface ActionRequest {
  t: 'action';
  gameId: string;
  do: Action;
  on?: boolean;
  moves?: readonly string[] | undefined;
  /** With `declare`: so many fifth moves. */
  count?: number | undefined;
  /** The version that is seen: what means something else by now is refused. */
  v?: number | undefined;
}

/** What the host of a room does with it, beyond playing in it; `name`: of the one to kick or to mute. */
export interface HostRequest {
  t: 'host';
  gameId: string;
  do: 'kick' | 'mute' | 'unmute' | 'close' | 'pause' | 'resume';
  name?: string;
  /** As of an action. */
  v?: number | undefined;
}

export interface CreateRequest {
  t: 'create';
  game: GameName;
  rule?: string | undefined;
  size?: number | undefined;
  opening?: string | undefined;
  rated?: boolean;
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
  token?: string | undefined;
  since?: number;
}

export interface MoveRequest {
  t: 'move';
  gameId: string;
  ply: number;
  move: string;
}

/** A variation, wherever it begins: the server plays it through and says what may follow. With `think`
 *  (at most 2000 ms) it is evaluated too, and the answer comes after the thought: to draw the board at once, ask
 *  without it first. A newer request with `think` cuts the older one short. */
export interface ExploreRequest {
  t: 'explore';
  game: GameName;
  rule?: string | undefined;
  size?: number | undefined;
  pos?: string | undefined;
  moves: readonly string[];
  think?: number;
  /** So many of the best moves, with `think`. */
  lines?: number;
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
  | 'hint'
  | OpeningChoice;

/** What may be chosen in an opening procedure; a word that this page does not know is sent as the server named it. */
export type OpeningChoice = 'swap' | 'keep' | 'more' | 'offer' | 'declare' | (string & {});
