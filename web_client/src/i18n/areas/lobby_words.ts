import { lobby as en } from '../en/lobby';
import { lobby as hans } from '../zh-Hans/lobby';

export const lobbyWords = { en, 'zh-Hans': hans };
