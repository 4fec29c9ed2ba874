import type { Area, Dictionary, LanguageTag } from '../../src/i18n/keys';
import { wordsFrom, type Source } from '../../src/i18n/languages';
import { challengeWords } from '../../src/i18n/areas/challenge_words';
import { clubWords } from '../../src/i18n/areas/club_words';
import { inboxWords } from '../../src/i18n/areas/inbox_words';
import { learnWords } from '../../src/i18n/areas/learn_words';
import { libraryWords } from '../../src/i18n/areas/library_words';
import { listWords } from '../../src/i18n/areas/list_words';
import { lobbyWords } from '../../src/i18n/areas/lobby_words';
import { moderationWords } from '../../src/i18n/areas/moderation_words';
import { partsWords } from '../../src/i18n/areas/parts_words';
import { peopleWords } from '../../src/i18n/areas/people_words';
import { refusalWords } from '../../src/i18n/areas/refusal_words';
import { replayWords } from '../../src/i18n/areas/replay_words';
import { settingsWords } from '../../src/i18n/areas/settings_words';
import { studyWords } from '../../src/i18n/areas/study_words';
import { tournamentWords } from '../../src/i18n/areas/tournament_words';

const sources: Readonly<Record<Area, Source>> = {
  common: 'common',
  room: 'room',
  challenges: challengeWords,
  clubs: clubWords,
  inbox: inboxWords,
  learn: learnWords,
  library: libraryWords,
  lists: listWords,
  lobby: lobbyWords,
  moderation: moderationWords,
  parts: partsWords,
  people: peopleWords,
  refusals: refusalWords,
  replay: replayWords,
  settings: settingsWords,
  studies: studyWords,
  tournaments: tournamentWords,
};

export const areas = Object.keys(sources) as readonly Area[];

/** The words of one area, as pages get them. */
export const wordsOf = (tag: LanguageTag, area: Area): Promise<Dictionary> => wordsFrom(sources[area], tag);

export async function allWords(tag: LanguageTag): Promise<Dictionary> {
  const parts = await Promise.all(areas.map((area) => wordsOf(tag, area)));
  return Object.assign({}, ...parts) as Dictionary;
}
