import { challenges as en } from '../en/challenges';
import { challenges as hans } from '../zh-Hans/challenges';

export const challengeWords = { en, 'zh-Hans': hans };
