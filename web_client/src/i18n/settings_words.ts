import { settings as en } from './en/settings';
import { settings as hans } from './zh-Hans/settings';
import { settings as hant } from './zh-Hant/settings';

export const settingsWords = { en, 'zh-Hans': hans, 'zh-Hant': hant };
