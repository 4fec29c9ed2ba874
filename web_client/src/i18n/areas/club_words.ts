import { clubs as en } from '../en/clubs';
import { clubs as hans } from '../zh-Hans/clubs';

export const clubWords = { en, 'zh-Hans': hans };
