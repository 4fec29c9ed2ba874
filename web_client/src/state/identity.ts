import type { Keep } from './settings';

const USER = 'sanqi.user';
const NAME = 'sanqi.name';
const SEATS = 'sanqi.seats';
/** Seats of games long past are of no use. */
const SEATS_KEPT = 50;

interface Seat {
  readonly gameId: string;
  readonly token: string;
  readonly code: string;
}

/** The tokens that make a browser the same visitor again, and give it back its seats. */
export class Identity {
  constructor(private readonly keep: Keep) {}

  get token(): string | null {
    return this.keep.getItem(USER);
  }

  get name(): string | null {
    return this.keep.getItem(NAME);
  }

  keepUser(token: string): void {
    this.keep.setItem(USER, token);
  }

  keepName(name: string): void {
    this.keep.setItem(NAME, name);
  }

  /** After logging out: the next line is that of a new guest. */
  forgetUser(): void {
    this.keep.removeItem(USER);
    this.keep.removeItem(NAME);
  }

  seatOf(gameId: string): Seat | undefined {
    return this.seats().find((seat) => seat.gameId === gameId);
  }

  /** The seat taken last. */
  lastSeat(): Seat | undefined {
    return this.seats()[0];
  }

  keepSeat(seat: Seat): void {
    const others = this.seats().filter((other) => other.gameId !== seat.gameId);
    this.keep.setItem(SEATS, JSON.stringify([seat, ...others].slice(0, SEATS_KEPT)));
  }

  /** The game is over: there is nothing to come back to. */
  dropSeat(gameId: string): void {
    this.keep.setItem(SEATS, JSON.stringify(this.seats().filter((seat) => seat.gameId !== gameId)));
  }

  private seats(): readonly Seat[] {
    try {
      const seats: unknown = JSON.parse(this.keep.getItem(SEATS) ?? '[]');
      return Array.isArray(seats) ? (seats as Seat[]) : [];
    } catch {
      return [];
    }
  }
}
