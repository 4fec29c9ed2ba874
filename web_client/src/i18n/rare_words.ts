import { rare as en } from './en/rare';
import { rare as hans } from './zh-Hans/rare';
import { rare as hant } from './zh-Hant/rare';

export const rareWords = { en, 'zh-Hans': hans, 'zh-Hant': hant };
