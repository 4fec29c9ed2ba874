import { replay as en } from '../en/replay';
import { replay as hans } from '../zh-Hans/replay';

export const replayWords = { en, 'zh-Hans': hans };
