import type { rare as english } from '../en/rare';

export const rare = {
  'room.textBoard': '文字棋盘',
  'room.textBoard.about': '大写字母与 X：{first}。小写字母与 O：{second}。',
  'confirm.close': '关闭房间？',
  'opening.place': '开局：请落子（还有 {n} 子）。',
  'opening.choose': '开局：请您选择。',
  'opening.pick': '开局：请在标出的点中选一个。',
  'opening.offer': '请标出 {n} 个打点（已标 {done} 个）。',
  'opening.offerDo': '提出这些打点',
  'opening.theirs': '等待 {name} 做出开局选择。',
  'opening.do.keep': '不交换',
  'opening.do.swap': '交换黑白',
  'opening.do.more': '再落两子',
  'opening.do.offer': '提出打点',
  'host.title': '房主',
  'host.kick': '移出 {name}',
  'host.mute': '禁言 {name}',
  'host.unmute': '解除 {name} 禁言',
  'host.close': '关闭房间',
} as const satisfies Record<keyof typeof english, string>;
