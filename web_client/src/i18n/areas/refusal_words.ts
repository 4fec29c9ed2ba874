import { refusals as en } from '../en/refusals';
import { refusals as hans } from '../zh-Hans/refusals';

export const refusalWords = { en, 'zh-Hans': hans };
