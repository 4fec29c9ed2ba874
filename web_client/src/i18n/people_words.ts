import { people as en } from './en/people';
import { people as hans } from './zh-Hans/people';
import { people as hant } from './zh-Hant/people';

export const peopleWords = { en, 'zh-Hans': hans, 'zh-Hant': hant };
