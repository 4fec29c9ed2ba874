import type { rare as english } from '../en/rare';

export const rare = {
  'room.textBoard': '文字棋盤',
  'room.textBoard.about': '大寫字母與 X：{first}。小寫字母與 O：{second}。',
  'confirm.close': '關閉房間？',
  'opening.place': '開局：請落子（還有 {n} 子）。',
  'opening.choose': '開局：請您選擇。',
  'opening.pick': '開局：請在標出的點中選一個。',
  'opening.offer': '請標出 {n} 個打點（已標 {done} 個）。',
  'opening.offerDo': '提出這些打點',
  'opening.theirs': '等待 {name} 做出開局選擇。',
  'opening.do.keep': '不交換',
  'opening.do.swap': '交換黑白',
  'opening.do.more': '再落兩子',
  'opening.do.offer': '提出打點',
  'host.title': '房主',
  'host.kick': '移出 {name}',
  'host.mute': '禁言 {name}',
  'host.unmute': '解除 {name} 禁言',
  'host.close': '關閉房間',
} as const satisfies Record<keyof typeof english, string>;
