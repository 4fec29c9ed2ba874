import type { GameName, Side, TimeControl } from './types';

/** An account asks another one for a game. */
export interface Challenge {
  readonly challengeId: string;
  /** The visitor has made it. */
  readonly own?: boolean;
  readonly from: string;
  readonly to: string;
  readonly game: GameName;
  readonly rule: string;
  readonly opening?: string;
  readonly time: TimeControl | null;
  /** Of who asks; so is the rating. */
  readonly side: Side | 'random';
  readonly rated: boolean;
  readonly rating?: number;
  readonly provisional?: boolean;
  /** The other one, of whom the visitor is told, is a program. */
  readonly program?: boolean;
  readonly expiresMs: number;
}

export interface Challenges {
  readonly t: 'challenges';
  readonly id?: number;
  readonly challenges: readonly Challenge[];
}

export interface ChallengeBegan extends Challenge {
  readonly t: 'challenge';
}

export const declineReasons = ['later', 'faster', 'slower', 'rated', 'casual', 'game'] as const;
export type DeclineReason = (typeof declineReasons)[number];

export interface ChallengeEnd {
  readonly t: 'challengeEnd';
  readonly challengeId: string;
  readonly how: 'accepted' | 'declined' | 'withdrawn' | 'expired';
  readonly reason?: DeclineReason;
  readonly gameId?: string;
}
