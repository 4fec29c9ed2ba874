import { learn as en } from './en/learn';
import { learn as hans } from './zh-Hans/learn';
import { learn as hant } from './zh-Hant/learn';

export const learnWords = { en, 'zh-Hans': hans, 'zh-Hant': hant };
