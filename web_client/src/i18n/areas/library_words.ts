import { library as en } from '../en/library';
import { library as hans } from '../zh-Hans/library';

export const libraryWords = { en, 'zh-Hans': hans };
