import { people as en } from '../en/people';
import { people as hans } from '../zh-Hans/people';

export const peopleWords = { en, 'zh-Hans': hans };
