import { lobby as en } from './en/lobby';
import { lobby as hans } from './zh-Hans/lobby';
import { lobby as hant } from './zh-Hant/lobby';

export const lobbyWords = { en, 'zh-Hans': hans, 'zh-Hant': hant };
