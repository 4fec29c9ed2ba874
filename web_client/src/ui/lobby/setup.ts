import { computed, signal } from '@preact/signals';
import type { CreateRequest } from '../../protocol/client_messages';
import type { GameOffer } from '../../protocol/server_messages';
import { knownRules, solvedRules } from '../../games/rules';
import type { GameName, Side, TimeControl, User } from '../../protocol/types';
import type { Against } from '../services/settings';
import type { Preferences } from '../services/preferences';
import { clockName, clockOf } from './clocks';
import type { LobbyModel, GameTerms } from './lobby_model';

export const rulesOf = (game: GameName, offers: readonly GameOffer[]): readonly string[] =>
  offers.find((offer) => offer.game === game)?.rules ?? knownRules[game];

/** Sizes of board among which one may choose; none where there is but one. */
export const sizesOf = (game: GameName, offers: readonly GameOffer[]): readonly number[] =>
  offers.find((offer) => offer.game === game)?.sizes ?? [];

/** The lobby's form: which game, by which rule, against which kind of opponent, at which clock. Game, opponent, level,
 *  rated and clock are kept as settings; rule, opening, size, side and ratings are not. */
export class Setup {
  readonly game;
  readonly against;
  readonly rule = signal<string | null>(null);
  readonly opening = signal<string | null>(null);
  readonly size = signal<number | null>(null);
  readonly rated;
  /** Ratings that a stranger may have; 0: no bound. */
  readonly range = signal<readonly [min: number, max: number]>([0, 0]);
  /** The highest rating is below the lowest: no search is possible. */
  readonly isRangeEmpty = computed(() => {
    const [min, max] = this.range.value;
    return this.against.value === 'anyone' && max > 0 && max < min;
  });
  readonly side = signal<Side | 'random'>('random');
  readonly level;
  readonly #unsavedTime = signal<TimeControl | null | undefined>(undefined);
  /** The clock of this kind of opponent: games against the computer have one of their own, unlimited at first. */
  readonly time = computed(() => {
    const { clock, botClock } = this.preferences.settings.value;
    return this.#unsavedTime.value !== undefined
      ? this.#unsavedTime.value
      : clockOf(this.against.value === 'computer' ? botClock : clock);
  });

  constructor(private readonly preferences: Pick<Preferences, 'settings' | 'change'>) {
    const kept = preferences.settings.peek();
    this.game = signal<GameName>(kept.game);
    this.against = signal<Against>(kept.against === 'auto' ? 'computer' : kept.against);
    this.level = signal(kept.level);
    this.rated = signal(kept.rated);
  }

  chooseGame(game: GameName): void {
    this.game.value = game;
    this.chooseRule(null);
    this.size.value = null;
    this.preferences.change({ game });
  }

  /** The number of visitors is known: a visitor who has never chosen an opponent, and is not alone, gets people. */
  onPlayerCount(players: number): void {
    if (this.preferences.settings.peek().against === 'auto' && players > 1) this.against.value = 'anyone';
  }

  chooseOpponent(against: Against): void {
    this.against.value = against;
    this.#unsavedTime.value = undefined;
    this.preferences.change({ against });
  }

  /** Another rule may not know the opening that was chosen. */
  chooseRule(rule: string | null): void {
    this.rule.value = rule;
    this.opening.value = null;
  }

  chooseOpening(opening: string | null): void {
    this.opening.value = opening;
  }

  chooseSize(lines: number): void {
    this.size.value = lines;
  }

  chooseRated(rated: boolean): void {
    this.rated.value = rated;
    this.preferences.change({ rated });
  }

  chooseRange(which: 0 | 1, rating: number): void {
    const [min, max] = this.range.value;
    this.range.value = which === 0 ? [rating, max] : [min, rating];
  }

  chooseSide(side: Side | 'random'): void {
    this.side.value = side;
  }

  chooseLevel(level: number): void {
    this.level.value = level;
    this.preferences.change({ level, against: 'computer' }); // Other visitors change it no more.
  }

  chooseClock(time: TimeControl | null): void {
    this.#unsavedTime.value = time;
    this.preferences.change({ [this.against.value === 'computer' ? 'botClock' : 'clock']: clockName(time) });
  }

  /** Whether such a game can be rated between accounts: with a clock, and not by a solved rule. */
  get mayBeRated(): boolean {
    const isSolved = solvedRules[this.game.value]?.includes(this.rule.value ?? '');
    return this.time.value !== null && !isSolved && this.against.value !== 'computer';
  }

  isRated(user: User | null): boolean {
    return user?.guest === false && this.rated.value && this.mayBeRated;
  }

  /** Does what was chosen; stops a search that goes on. */
  async start(model: LobbyModel, offers: readonly GameOffer[], user: User | null): Promise<void> {
    const time = this.time.value;
    if (model.search.value) model.stopSearch();
    else if (this.against.value === 'anyone') await model.seek(this.seekTerms(offers, user), time);
    else await model.create(this.create(offers, user, this.against.value === 'computer' ? 'ai' : 'human'));
  }

  /** The fields of a message that name the game. */
  terms(offers: readonly GameOffer[]): GameTerms {
    const game = this.game.value;
    const rule = this.rule.value ?? rulesOf(game, offers)[0];
    return { game, rule, ...(this.opening.value !== null && { opening: this.opening.value }) };
  }

  /** The fields of a seek: those of the game, and what the opponent may be. */
  seekTerms(offers: readonly GameOffer[], user: User | null): GameTerms {
    const [min, max] = this.range.value;
    return {
      ...this.terms(offers),
      ...(this.isRated(user) && { rated: true }),
      ...(this.side.value !== 'random' && { side: this.side.value }),
      ...(min > 0 && { minRating: min }),
      ...(max > 0 && { maxRating: max }),
    };
  }

  create(offers: readonly GameOffer[], user: User | null, opponent: 'ai' | 'human'): CreateRequest {
    return {
      t: 'create',
      ...this.terms(offers),
      size: this.size.value ?? undefined,
      time: this.time.value,
      side: this.side.value,
      opponent,
      ...(opponent === 'human' && this.isRated(user) && { rated: true }),
      // A friend comes by link or code; strangers need not see the room.
      ...(opponent === 'ai' ? { level: this.level.value } : { private: true }),
    };
  }
}
