import { inbox as en } from '../en/inbox';
import { inbox as hans } from '../zh-Hans/inbox';

export const inboxWords = { en, 'zh-Hans': hans };
