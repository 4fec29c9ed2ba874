import type { settings as english } from '../en/settings';

export const settings = {
  'settings.title': '设置',
  'settings.save': '保存',
  'settings.theme': '主题',
  'settings.language': '语言',
  'settings.pieces': '象棋棋子',
  'settings.pieces.kai': '楷体',
  'settings.pieces.serif': '宋体',
  'settings.pieces.hybrid': '带字母',
  'settings.pieces.pictogram': '图形',
  'settings.placing': '落子方式',
  'settings.placing.auto': '自动',
  'settings.placing.direct': '一次点击',
  'settings.placing.confirm': '确认后落子',
  'settings.volume': '音量',
  'settings.targets': '显示可走之处',
  'settings.coordinates': '显示坐标',
  'settings.animate': '走子动画',
} as const satisfies Record<keyof typeof english, string>;
