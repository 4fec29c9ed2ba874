import type { common } from './en/common';
import type { learn } from './en/learn';
import type { people } from './en/people';
import type { rare } from './en/rare';
import type { replay } from './en/replay';
import type { room } from './en/room';
import type { settings } from './en/settings';

/** The English words by area; types only, so that naming them loads nothing. */
interface Areas {
  common: typeof common;
  settings: typeof settings;
  room: typeof room;
  rare: typeof rare;
  replay: typeof replay;
  people: typeof people;
  learn: typeof learn;
}

/** A part of the dictionary that some pages need and others do not; `common` is part of the first load. */
export type Area = keyof Areas;

/** Every text of the client. */
export type Key = { [A in Area]: keyof Areas[A] }[Area];

/** The words known so far: those of the areas that were loaded. */
export type Dictionary = Readonly<Partial<Record<Key, string>>>;

/** What a page needs besides the common words: the names of its areas, and their English, which its own file carries. */
export interface PageWords {
  readonly areas: readonly Area[];
  readonly english: Dictionary;
}
