import { parts as en } from './en/parts';
import { parts as hans } from './zh-Hans/parts';
import { parts as hant } from './zh-Hant/parts';

export const partsWords = { en, 'zh-Hans': hans, 'zh-Hant': hant };
