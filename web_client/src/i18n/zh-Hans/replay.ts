import type { replay as english } from '../en/replay';

export const replay = {
  'replay.ply': '第 {ply} / {plies} 手',
  'replay.play': '播放',
  'replay.stop': '停止',
  'replay.share': '复制本步链接',
  'replay.export': '导出',
  'replay.position': '复制局面',
  'replay.live': '这局棋还在进行。',
  'replay.watch': '去观战',
  'replay.loading': '正在读取棋谱…',
  'replay.time': '每步用时',
  'replay.title': '复盘',
} as const satisfies Record<keyof typeof english, string>;
