import { lists as en } from '../en/lists';
import { lists as hans } from '../zh-Hans/lists';

export const listWords = { en, 'zh-Hans': hans };
