import type { PlayingGame } from '../protocol/server_messages';
import type { User } from '../protocol/types';
import type { KeyValueStore } from './settings';

const USER = 'sanqi.user';
const NAME = 'sanqi.name';
const SEATS = 'sanqi.seats';
const VISIT = 'sanqi.visit';
/** Seats of games long past are of no use. */
const SEATS_KEPT = 50;

interface Seat {
  readonly gameId: string;
  readonly token: string;
  readonly code: string;
  /** Of whoever opened the room, and may keep it in order. */
  readonly host?: boolean;
}

/** What the server said of the visitor when it last spoke: pages draw it until it speaks again, so that nothing moves then. */
interface Visit {
  readonly user: User;
  readonly playing: readonly PlayingGame[];
}

/** The tokens that make a browser the same visitor again, and give it back its seats. */
export class Identity {
  /** Nobody was here before, on this device, when this page came. */
  readonly isNew: boolean;

  constructor(private readonly keep: KeyValueStore) {
    this.isNew = keep.getItem(USER) === null && keep.getItem(NAME) === null;
  }

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
    this.keep.removeItem(VISIT);
  }

  get visit(): Visit | null {
    const visit = this.read(VISIT) as Visit | null;
    return Array.isArray(visit?.playing) ? visit : null;
  }

  keepVisit(visit: Visit): void {
    this.keep.setItem(VISIT, JSON.stringify(visit));
  }

  seatOf(gameId: string): Seat | undefined {
    return this.seats().find((seat) => seat.gameId === gameId);
  }

  keepSeat(seat: Seat): void {
    const others = this.seats().filter((other) => other.gameId !== seat.gameId);
    this.keep.setItem(SEATS, JSON.stringify([seat, ...others].slice(0, SEATS_KEPT)));
  }

  private seats(): readonly Seat[] {
    const seats = this.read(SEATS);
    return Array.isArray(seats) ? (seats as Seat[]) : [];
  }

  /** Null where nothing is kept, or what is kept is broken. */
  private read(key: string): unknown {
    try {
      return JSON.parse(this.keep.getItem(key) ?? 'null');
    } catch {
      return null;
    }
  }
}
