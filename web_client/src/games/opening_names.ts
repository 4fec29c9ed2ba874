import type { OpeningName } from './game';

const simplified = '对车马风顺横宫过钩飞边残长峡恒云岚银游';
const traditional = '對車馬風順橫宮過鉤飛邊殘長峽恆雲嵐銀遊';

/** Names of openings are written in few characters, so that a table holds them once. */
export const openingName = (code: string, en: string, hans: string): OpeningName => ({
  code,
  en,
  'zh-Hans': hans,
  'zh-Hant': hans.replace(/./g, (one) => traditional[simplified.indexOf(one)] ?? one),
});
