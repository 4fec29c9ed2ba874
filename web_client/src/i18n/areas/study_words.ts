import { studies as en } from '../en/studies';
import { studies as hans } from '../zh-Hans/studies';

export const studyWords = { en, 'zh-Hans': hans };
