import type { LanguageTag } from '../base/language';
import type { challenges } from './en/challenges';
import type { clubs } from './en/clubs';
import type { common } from './en/common';
import type { inbox } from './en/inbox';
import type { learn } from './en/learn';
import type { library } from './en/library';
import type { lists } from './en/lists';
import type { lobby } from './en/lobby';
import type { moderation } from './en/moderation';
import type { people } from './en/people';
import type { parts } from './en/parts';
import type { refusals } from './en/refusals';
import type { replay } from './en/replay';
import type { room } from './en/room';
import type { settings } from './en/settings';
import type { studies } from './en/studies';
import type { tournaments } from './en/tournaments';

export type { LanguageTag };

/** The English words by area; types only, so that naming them loads nothing. */
interface Areas {
  common: typeof common;
  settings: typeof settings;
  room: typeof room;
  parts: typeof parts;
  replay: typeof replay;
  refusals: typeof refusals;
  people: typeof people;
  library: typeof library;
  studies: typeof studies;
  tournaments: typeof tournaments;
  clubs: typeof clubs;
  lists: typeof lists;
  lobby: typeof lobby;
  moderation: typeof moderation;
  challenges: typeof challenges;
  learn: typeof learn;
  inbox: typeof inbox;
}

/** A part of the dictionary that some pages need and others do not. */
export type Area = keyof Areas;

/** Every text of the client. */
export type Key = { [A in Area]: keyof Areas[A] }[Area];

/** The words known so far. */
export type Dictionary = Readonly<Partial<Record<Key, string>>>;

/** What a page says besides the words of the first load. Its own file carries them in all languages that are written:
 *  that costs less than another request. */
export type PageWords = Readonly<Partial<Record<Exclude<LanguageTag, 'zh-Hant'>, Dictionary>>>;
