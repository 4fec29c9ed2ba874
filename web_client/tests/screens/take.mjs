// Photographs every page in both themes, for the eye; `node tests/screens/take.mjs OUT [part of a name]`.
import { mkdirSync } from 'node:fs';
import { lobbyScript, roomScript, rooms } from './scenes.mjs';
import { openStage } from './stage.mjs';

const [, , out = 'screens', only = ''] = process.argv;
mkdirSync(out, { recursive: true });

const wide = { width: 1440, height: 900 };
const tablet = { width: 1024, height: 768 };
const phone = { width: 390, height: 800, touch: true };
const kai = { pieceSet: 'kai', notation: 'zh' };
const room = '/q7Xb2mKd';

const shots = [
  ['lobby', '/', lobbyScript, wide],
  ['lobby-gomoku', '/', lobbyScript, wide, { settings: { game: 'gomoku' } }],
  ['lobby-tablet', '/', lobbyScript, tablet],
  ['lobby-phone', '/', lobbyScript, phone, { full: true }],
  ['lobby-zh', '/', lobbyScript, wide, { settings: { language: 'zh-Hans' } }],
  ['lobby-settings', '/', lobbyScript, wide, { click: '.tools .icon-button:last-child' }],
  ['xiangqi', room, roomScript(rooms.xiangqi), wide],
  ['xiangqi-tablet', room, roomScript(rooms.xiangqi), tablet],
  ['xiangqi-phone', room, roomScript(rooms.xiangqiLow), phone],
  ['xiangqi-phone-moves', room, roomScript(rooms.xiangqi), phone, { click: '.phone-buttons button' }],
  ['xiangqi-offer', room, roomScript(rooms.offered), wide, { click: '.actions button:nth-child(3)' }],
  ['gomoku', room, roomScript(rooms.gomoku), wide],
  ['gomoku-phone', room, roomScript(rooms.gomoku), phone, { tap: [250, 330] }],
  ['gomoku-over', room, roomScript(rooms.gomokuOver), wide],
  ['antireversi', room, roomScript(rooms.antireversi), wide],
  ['antireversi-phone', room, roomScript(rooms.antireversi), phone],
  ['waiting', room, roomScript(rooms.waiting), wide],
  ['waiting-phone', room, roomScript(rooms.waiting), phone],
  ['replay', '/replay/q7Xb2mKd#17', roomScript(rooms.xiangqi), wide],
  ['replay-phone', '/replay/q7Xb2mKd#17', roomScript(rooms.xiangqi), phone, { full: true }],
  ['replay-gomoku', '/replay/q7Xb2mKd', roomScript(rooms.gomokuOver), wide],
  ['games', '/games', lobbyScript, wide],
  ['watch', '/watch', lobbyScript, wide],
  ['learn', '/learn', lobbyScript, wide],
  ['lost', '/a/b/c', lobbyScript, wide],
];

const stage = await openStage();
try {
  for (const [name, path, script, size, more = {}] of shots.filter(([name]) => name.includes(only))) {
    for (const theme of ['dark', 'light']) {
      const { page, context, errors } = await stage.visit(path, {
        ...size,
        theme,
        script,
        settings: { ...kai, ...more.settings },
      });
      await page.waitForTimeout(700);
      if (more.click) await page.click(more.click);
      if (more.tap) await page.touchscreen.tap(...more.tap);
      await page.waitForTimeout(250);
      await page.screenshot({ path: `${out}/${name}-${theme}.png`, fullPage: more.full ?? false });
      if (errors.length > 0) console.log(name, theme, errors.slice(0, 3));
      await context.close();
    }
  }
} finally {
  await stage.close();
}
