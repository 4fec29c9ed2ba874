import type { settings as english } from '../en/settings';

export const settings = {
  'settings.title': '設定',
  'settings.save': '保存',
  'settings.theme': '主題',
  'settings.language': '語言',
  'settings.pieces': '象棋棋子',
  'settings.pieces.kai': '楷書',
  'settings.pieces.serif': '明體',
  'settings.pieces.hybrid': '帶字母',
  'settings.pieces.pictogram': '圖形',
  'settings.placing': '落子方式',
  'settings.placing.auto': '自動',
  'settings.placing.direct': '一次點擊',
  'settings.placing.confirm': '確認後落子',
  'settings.volume': '音量',
  'settings.targets': '顯示可走之處',
  'settings.coordinates': '顯示坐標',
  'settings.animate': '走子動畫',
} as const satisfies Record<keyof typeof english, string>;
