import { settings as en } from '../en/settings';
import { settings as hans } from '../zh-Hans/settings';

export const settingsWords = { en, 'zh-Hans': hans };
