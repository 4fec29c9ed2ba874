import type { challenges as english } from '../en/challenges';

export const challenges = {
  'challenge.title': '挑战 {name}',
  'challenge.send': '发出挑战',
  'challenge.line.from': '{name} 向您挑战',
  'challenge.line.to': '您向 {name} 挑战',
  'challenge.accept': '应战',
  'challenge.decline': '谢绝',
  'challenge.withdraw': '收回',
  'challenge.line.accepted': '{name} 已应战',
  'challenge.go': '进入对局',
  'challenge.declined': '{name} 谢绝了挑战。{why}',
  'challenge.reason': '理由',
  'challenge.why': '不说理由',
  'challenge.why.later': '现在不方便。',
  'challenge.why.faster': '想下更快的棋。',
  'challenge.why.slower': '想下更慢的棋。',
  'challenge.why.rated': '想下等级分赛。',
  'challenge.why.casual': '想下友谊赛。',
  'challenge.why.game': '想下别的棋。',
} as const satisfies Record<keyof typeof english, string>;
