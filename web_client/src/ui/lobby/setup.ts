import { signal, type ReadonlySignal } from '@preact/signals';
import type { CreateRequest } from '../../protocol/client_messages';
import type { GameOffer } from '../../protocol/server_messages';
import { knownRules } from '../../games/rules';
import type { GameName, Side, TimeControl, User } from '../../protocol/types';
import type { Settings } from '../../state/settings';
import type { Named } from './lobby_model';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;

const fischer = (minutes: number, seconds: number): TimeControl => ({
  initial: minutes * MINUTE,
  increment: seconds * SECOND,
});

/** From a few minutes to an evening. */
export const presets: readonly TimeControl[] = [
  fischer(1, 0),
  fischer(3, 2),
  fischer(5, 0),
  fischer(5, 3),
  fischer(10, 0),
  fischer(10, 5),
  fischer(15, 10),
  fischer(30, 20),
];

/** Clocks of the Chinese boards: 局时 + 读秒, with 步时, and 步时 alone. */
export const eastern: readonly TimeControl[] = [
  { initial: 10 * MINUTE, byoyomi: 30 * SECOND, periods: 3 },
  { initial: 10 * MINUTE, byoyomi: 30 * SECOND, periods: 1, perMove: 60 * SECOND },
  { perMove: 30 * SECOND },
];

/** By days: whoever has no evening has a week. */
export const slow: readonly TimeControl[] = [{ days: 1 }, { days: 3 }, { days: 7 }];

export interface CustomTime {
  readonly minutes: number;
  readonly increment: number;
  readonly byoyomi: number;
  readonly periods: number;
  readonly perMove: number;
}

/** What was typed, as a time control; null, unlimited, where nothing limits the time. */
export function customTime(typed: CustomTime): TimeControl | null {
  if (typed.minutes <= 0 && typed.byoyomi <= 0 && typed.increment <= 0)
    return typed.perMove > 0 ? { perMove: typed.perMove * SECOND } : null;
  return {
    initial: Math.round(typed.minutes * MINUTE),
    ...(typed.byoyomi > 0
      ? { byoyomi: typed.byoyomi * SECOND, periods: Math.max(1, typed.periods) }
      : { increment: typed.increment * SECOND }),
    ...(typed.perMove > 0 && { perMove: typed.perMove * SECOND }),
  };
}

export const rulesOf = (game: GameName, offers: readonly GameOffer[]): readonly string[] =>
  offers.find((offer) => offer.game === game)?.rules ?? knownRules[game];

/** Opening procedures that a rule knows. */
export const openingsOf = (
  game: GameName,
  rule: string | undefined,
  offers: readonly GameOffer[],
): readonly string[] =>
  (offers.find((offer) => offer.game === game)?.openings ?? [])
    .filter(({ rules }) => rule !== undefined && rules.includes(rule))
    .map(({ id }) => id);

/** Sizes of board among which one may choose; none where there is but one. */
export const sizesOf = (game: GameName, offers: readonly GameOffer[]): readonly number[] =>
  offers.find((offer) => offer.game === game)?.sizes ?? [];

/** The choices that the cards of the lobby share: which game, by which rule, on which side. */
export class Setup {
  readonly game;
  readonly rule = signal<string | null>(null);
  readonly opening = signal<string | null>(null);
  readonly size = signal<number | null>(null);
  readonly rated = signal(false);
  readonly side = signal<Side | 'random'>('random');
  readonly level;

  constructor(settings: ReadonlySignal<Settings>) {
    this.game = signal<GameName>(settings.value.game);
    this.level = signal(settings.value.level);
  }

  choose(game: GameName): void {
    this.game.value = game;
    this.obey(null);
  }

  /** Another rule may not know the opening that was chosen. */
  obey(rule: string | null): void {
    this.rule.value = rule;
    this.opening.value = null;
  }

  open(opening: string | null): void {
    this.opening.value = opening;
  }

  resize(lines: number): void {
    this.size.value = lines;
  }

  rate(rated: boolean): void {
    this.rated.value = rated;
  }

  sit(side: Side | 'random'): void {
    this.side.value = side;
  }

  face(level: number): void {
    this.level.value = level;
  }

  /** The fields of a message that name the game. */
  named(offers: readonly GameOffer[]): Named {
    const game = this.game.value;
    const rule = this.rule.value ?? rulesOf(game, offers)[0];
    return {
      game,
      ...(rule !== undefined && { rule }),
      ...(this.opening.value !== null && { opening: this.opening.value }),
    };
  }

  /** The same for whoever is sought: only those who know each other's strength play for points. */
  sought(offers: readonly GameOffer[], user: User | null): Named {
    const rated = this.rated.value && user?.guest === false;
    return { ...this.named(offers), ...(rated && { rated }) };
  }

  create(offers: readonly GameOffer[], time: TimeControl | null, opponent: 'ai' | 'human'): CreateRequest {
    return {
      t: 'create',
      ...this.named(offers),
      ...(this.size.value !== null && { size: this.size.value }),
      time,
      side: this.side.value,
      opponent,
      // A friend comes by link or code; strangers need not see the room.
      ...(opponent === 'ai' ? { level: this.level.value } : { private: true }),
    };
  }
}
