import type { inbox as english } from '../en/inbox';

export const inbox = {
  'inbox.title': '离开期间',
  'inbox.login': '登录后查看',
  'inbox.none': '没有新消息。',
  'inbox.new': '新',
  'inbox.of.turn': '与 {name} 的对局轮到您',
  'inbox.of.start': '与 {name} 的对局已开始',
  'inbox.of.over': '与 {name} 的对局已结束',
  'inbox.of.round': '您与 {name} 的比赛对局已开始',
  'inbox.of.challenge': '{name} 向您挑战',
  'inbox.of.declined': '{name} 拒绝了您的挑战',
  'inbox.of.finish': '比赛“{name}”已结束',
  'inbox.of.cancelled': '比赛“{name}”已取消',
  'inbox.of.invited': '主持邀请您加入“{name}”',
  'inbox.of.appeal': '管理员已作回应',
  'inbox.of.club': '您已加入“{name}”',
  'inbox.of.request': '{name} 申请加入您的棋社',
} as const satisfies Record<keyof typeof english, string>;
