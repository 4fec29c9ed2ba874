import { moderation as en } from '../en/moderation';
import { moderation as hans } from '../zh-Hans/moderation';

export const moderationWords = { en, 'zh-Hans': hans };
