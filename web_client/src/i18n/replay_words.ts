import { replay as en } from './en/replay';
import { replay as hans } from './zh-Hans/replay';
import { replay as hant } from './zh-Hant/replay';

export const replayWords = { en, 'zh-Hans': hans, 'zh-Hant': hant };
