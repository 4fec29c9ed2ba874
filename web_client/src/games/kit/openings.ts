import type { OpeningName } from './game';

/** Characters of openings that differ, one for one with those of the next line. Others are the same in both. */
const simplified = '对单车马风顺横宫过钩飞边残长峡恒云岚银游转后补两头进缓开兑';
const traditional = '對單車馬風順橫宮過鉤飛邊殘長峽恆雲嵐銀遊轉後補兩頭進緩開兌';

/** By the codes of the server. */
export type OpeningNames = ReadonlyMap<string, OpeningName>;

/**
 * Reads lines of a code and the names in English and 简体. 繁體 is made of 简体, character by character; codes lose the
 * small letter that only tells names apart.
 */
export function openingNames(rows: string): OpeningNames {
  const names = new Map<string, OpeningName>();
  for (const row of rows.trim().split('\n')) {
    const [code = '', en = '', hans = ''] = row.split('|');
    const hant = hans.replace(/./g, (one) => traditional[simplified.indexOf(one)] ?? one);
    names.set(code, { code: code.replace(/[a-z]/, ''), en, 'zh-Hans': hans, 'zh-Hant': hant });
  }
  return names;
}
