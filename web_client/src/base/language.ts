/** BCP 47 tags of the languages that the client is written in. */
export type LanguageTag = 'en' | 'zh-Hans' | 'zh-Hant';
