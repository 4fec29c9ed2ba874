import { parts as en } from '../en/parts';
import { parts as hans } from '../zh-Hans/parts';

export const partsWords = { en, 'zh-Hans': hans };
