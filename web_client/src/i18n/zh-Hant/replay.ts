import type { replay as english } from '../en/replay';

export const replay = {
  'replay.ply': '第 {ply} / {plies} 手',
  'replay.play': '播放',
  'replay.stop': '停止',
  'replay.share': '複製本步連結',
  'replay.export': '匯出',
  'replay.position': '複製局面',
  'replay.live': '這局棋還在進行。',
  'replay.watch': '去觀戰',
  'replay.loading': '正在讀取棋譜…',
  'replay.time': '每步用時',
  'replay.title': '覆盤',
} as const satisfies Record<keyof typeof english, string>;
