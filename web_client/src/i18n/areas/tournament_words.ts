import { tournaments as en } from '../en/tournaments';
import { tournaments as hans } from '../zh-Hans/tournaments';

export const tournamentWords = { en, 'zh-Hans': hans };
