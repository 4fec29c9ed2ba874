import { learn as en } from '../en/learn';
import { learn as hans } from '../zh-Hans/learn';

export const learnWords = { en, 'zh-Hans': hans };
