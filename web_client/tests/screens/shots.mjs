// What is photographed and audited: a page, who speaks for the server, and how large the window is.
import { clubScript, hostileClubScript } from './club_scenes.mjs';
import { hostileRooms, hostileScript } from './hostile.mjs';
import { hostileInboxScript, inboxScript, noMailScript } from './inbox_scenes.mjs';
import { hostileLibraryScript, libraryScript } from './library_scenes.mjs';
import {
  hostScript,
  leftScript,
  lobbyScript,
  memberScript,
  quietScript,
  roomScript,
  rooms,
} from './scenes.mjs';
import { hostileStudyScript, studyScript } from './study_scenes.mjs';
import { hostileModerationScript, moderationScript } from './moderation_scenes.mjs';
import {
  eveningScript,
  gatheringScript,
  hostileGatheringScript,
  hostileTournamentScript,
  tournamentScript,
} from './tournament_scenes.mjs';

const wide = { width: 1440, height: 900 };
const tablet = { width: 1024, height: 768 };
const upright = { width: 820, height: 1180, touch: true };
const beside = { width: 1180, height: 820 };
const across = { width: 844, height: 390, touch: true };
const phone = { width: 390, height: 800, touch: true };
const small = { width: 320, height: 568, touch: true };
const kai = { pieceSet: 'kai', notation: 'zh' };
const room = '/q7Xb2mKd';
/** What is pressed is answered, however late, and the answer moves what is beside it. */
const unfolded = { click: '.results ~ .results summary', moves: true };
const pressed = { click: 'main button', moves: true };
const pattern = '/analysis?game=xiangqi&rule=standard&collection=cUp2019x&find=9/9/9/9/9/9/9/4C2-1/9/9';

const rows = [
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
  ['xiangqi-report', room, roomScript(rooms.xiangqi), wide, { click: '.flag' }],
  [
    'xiangqi-report-phone',
    room,
    roomScript(rooms.xiangqi),
    phone,
    { click: ['.phone-buttons button:last-child', '.flag'] },
  ],
  ['xiangqi-host', room, hostScript(rooms.xiangqi), wide],
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
  ['replay-tablet', '/replay/q7Xb2mKd#17', roomScript(rooms.xiangqi), tablet],
  [
    'replay-blue-orange',
    '/replay/q7Xb2mKd#17',
    roomScript(rooms.xiangqi),
    wide,
    { settings: { blueOrange: true } },
  ],
  ['opening', room, roomScript(rooms.opening), wide],
  ['opening-phone', room, roomScript(rooms.opening), phone],
  ['board-menu', room, roomScript(rooms.xiangqi), wide, { click: 'button[aria-label="Board"]' }],
  ['games', '/games', lobbyScript, wide],
  ['account', '/account', lobbyScript, wide],
  ['account-phone', '/account', lobbyScript, phone],
  ['player', '/players/lin_yue', lobbyScript, wide],
  ['leaderboard', '/leaderboard', lobbyScript, wide],
  ['analysis', '/analysis', lobbyScript, wide],
  ['analysis-across', '/analysis', lobbyScript, across],
  ['analysis-upright', '/analysis', lobbyScript, upright],
  ['set-up', '/analysis', lobbyScript, wide, { click: '.board-head button' }],
  ['learn-xiangqi', '/learn#xiangqi', lobbyScript, wide],
  ['watch', '/watch', lobbyScript, wide],
  ['learn', '/learn', lobbyScript, wide],
  ['lost', '/a/b/c', lobbyScript, wide],
  ['offline', '/offline.html', lobbyScript, wide],
  ['lobby-member', '/', memberScript, wide],
  ['lobby-searching', '/', lobbyScript, wide, { click: '.start' }],
  ['lobby-computer', '/', lobbyScript, wide, { settings: { against: 'computer' } }],
  ['lobby-upright', '/', lobbyScript, upright],
  ['lobby-across', '/', lobbyScript, across],
  ['lobby-phone-zh', '/', lobbyScript, phone, { settings: { language: 'zh-Hans' } }],
  ['xiangqi-upright', room, roomScript(rooms.xiangqi), upright],
  ['xiangqi-across', room, roomScript(rooms.xiangqi), across],
  ['gomoku-across', room, roomScript(rooms.gomoku), across],
  ['mate', room, roomScript(rooms.mate), wide, { wait: '.plate' }],
  ['mate-phone', room, roomScript(rooms.mate), phone, { wait: '.plate' }],
  ['mate-upright', room, roomScript(rooms.mate), upright, { wait: '.plate' }],
  ['mate-across', room, roomScript(rooms.mate), across, { wait: '.plate' }],
  ['mate-closed', room, roomScript(rooms.mate), wide, { wait: '.plate', click: '.plate-close' }],
  ['more-actions', room, roomScript(rooms.xiangqi), wide, { click: '.more-actions' }],
  [
    'xiangqi-phone-chat',
    room,
    roomScript(rooms.xiangqi),
    phone,
    { click: '.phone-buttons button:last-child' },
  ],
  ['replay-upright', '/replay/q7Xb2mKd#17', roomScript(rooms.xiangqi), upright],
  ['replay-across', '/replay/q7Xb2mKd#17', roomScript(rooms.xiangqi), across],
  ['games-phone', '/games', lobbyScript, phone],
  ['player-phone', '/players/lin_yue', lobbyScript, phone],
  ['hostile', room, hostScript(hostileRooms.plain), wide],
  ['hostile-phone', room, roomScript(hostileRooms.plain), phone],
  [
    'hostile-phone-chat',
    room,
    roomScript(hostileRooms.plain),
    phone,
    { click: '.phone-buttons button:last-child' },
  ],
  ['lobby-quiet', '/', quietScript, wide],
  ['lobby-quiet-phone', '/', quietScript, phone, { full: true }],
  ['hostile-lobby', '/', hostileScript, wide],
  ['hostile-lobby-phone', '/', hostileScript, small],
  ['hostile-watch', '/watch', hostileScript, wide],
  ['hostile-games', '/games', hostileScript, wide],
  ['hostile-games-phone', '/games', hostileScript, small],
  ['hostile-player', `/players/${'W'.repeat(20)}`, hostileScript, wide],
  ['hostile-leaders', '/leaderboard', hostileScript, wide],
  ['hostile-account', '/account', hostileScript, wide],
  ['hostile-opening', room, roomScript(hostileRooms.opening), wide],
  ['hostile-opening-phone', room, roomScript(hostileRooms.opening), phone],
  ['hostile-opening-upright', room, roomScript(hostileRooms.opening), upright],
  ['hostile-opening-theirs', room, roomScript(hostileRooms.openingTheirs), wide],
  ['hostile-offer', room, roomScript(hostileRooms.offer), wide],
  ['hostile-gone', room, leftScript(hostileRooms.gone), wide, { wait: '.status .primary' }],
  ['hostile-turn', room, roomScript(hostileRooms.turn), wide],
  ['hostile-pass', room, roomScript(hostileRooms.pass), wide],
  ['hostile-paused', room, roomScript(hostileRooms.paused), wide],
  ['hostile-browsing', room, roomScript(hostileRooms.plain), wide, { click: '.steps button' }],
  ['hostile-waiting', room, roomScript(hostileRooms.waiting), wide],
  ['hostile-rematch', room, roomScript(hostileRooms.rematch), wide, { wait: '.plate' }],
  [
    'hostile-rematch-closed',
    room,
    roomScript(hostileRooms.rematch),
    wide,
    { wait: '.plate', click: '.plate-close' },
  ],
  ['xiangqi-across-chat', room, roomScript(rooms.xiangqi), across, { click: '.chat-tool' }],
  ['hostile-across-chat', room, roomScript(hostileRooms.plain), across, { click: '.chat-tool' }],
  ['hostile-across-offer-chat', room, roomScript(hostileRooms.offer), across, { click: '.chat-tool' }],
  ['gomoku-across-placing', room, roomScript(rooms.gomoku), across, { tap: [195, 195] }],
  ['antireversi-across-chat', room, roomScript(rooms.antireversi), across, { click: '.chat-tool' }],
  ['opening-upright', room, roomScript(rooms.opening), upright],
  ['opening-across', room, roomScript(rooms.opening), across],
  ['waiting-across', room, roomScript(rooms.waiting), across],
  ['xiangqi-beside-chat', room, roomScript(rooms.xiangqi), beside, { click: '.chat-tool' }],
  ['lobby-friend', '/', memberScript, wide, { settings: { against: 'friend' } }],
  ['watched', room, roomScript(rooms.watched), wide],
  ['xiangqi-over', room, roomScript(rooms.xiangqiOver), wide],
  ['xiangqi-paused', room, roomScript(rooms.paused), wide],
  ['reconnecting', room, { ...roomScript(rooms.xiangqi), breaks: true }, wide, { wait: '.banner' }],
  [
    'reconnecting-phone',
    room,
    { ...roomScript(rooms.xiangqi), breaks: true },
    { ...phone, height: 844 },
    { wait: '.banner' },
  ],
  ['replay-late-phone', '/replay/q7Xb2mKd#17', { ...roomScript(rooms.xiangqi), late: true }, phone],
  [
    'xiangqi-typing',
    room,
    roomScript(rooms.xiangqi),
    { ...across, height: 360 },
    { click: 'button[aria-label="Type a move"]' },
  ],
  ['xiangqi-text', room, roomScript(rooms.xiangqi), wide, { settings: { textBoard: true } }],
  ['antireversi-over', room, roomScript(rooms.antireversiOver), wide],
  ['opening-theirs', room, roomScript(rooms.openingOfTheirs), wide],
  ['replay-antireversi', '/replay/q7Xb2mKd', roomScript(rooms.antireversiOver), wide],
  ['set-up-phone', '/analysis', lobbyScript, small, { click: '.board-head button' }],
  ['lobby-settings-phone', '/', lobbyScript, small, { click: '.tools .icon-button:last-child' }],
  ['import', '/games', lobbyScript, wide, { click: '.card-head button.button' }],
  ['collections', '/collections', libraryScript, wide],
  ['collections-new-phone', '/collections', libraryScript, small, { click: '.card-head button.primary' }],
  ['collection', '/collections/cUp2019x', libraryScript, wide],
  ['collection-phone', '/collections/cUp2019x?result=first', libraryScript, phone],
  [
    'collection-import',
    '/collections/cUp2019x',
    libraryScript,
    wide,
    { click: '.card-head button:nth-of-type(3)' },
  ],
  [
    'collection-edit',
    '/collections/cUp2019x',
    libraryScript,
    small,
    { click: '.card-head button:nth-of-type(4)' },
  ],
  ['exploring-phone', pattern.split('&find')[0], libraryScript, small],
  ['collection-game', '/collections/cUp2019x/1', libraryScript, wide],
  ['collection-game-phone', '/collections/cUp2019x/1', libraryScript, phone],
  ['pattern', pattern, libraryScript, wide],
  ['pattern-tablet', pattern, libraryScript, tablet, { click: '.set-up summary' }],
  ['pattern-phone', pattern, hostileLibraryScript, small, { click: '.set-up summary' }],
  ['hostile-collections', '/collections', hostileLibraryScript, wide],
  ['hostile-collection', '/collections/cUp2019x', hostileLibraryScript, small],
  ['studies', '/study', studyScript, wide],
  ['studies-new-phone', '/study', studyScript, small, { click: '.card-head button' }],
  ['study', '/study/sT3uD7yQ/1#n3', studyScript, wide],
  ['study-draw-tablet', '/study/sT3uD7yQ/1#n3', studyScript, tablet, { click: '.drawing input' }],
  ['study-phone', '/study/sT3uD7yQ/1#n3', studyScript, phone, { full: true }],
  ['study-across', '/study/sT3uD7yQ/1#n3', studyScript, across],
  ['hostile-study', '/study/sT3uD7yQ/1#n3', hostileStudyScript, wide],
  ['hostile-study-phone', '/study/sT3uD7yQ/1#n3', hostileStudyScript, small],
  ['hostile-studies', '/study', hostileStudyScript, small],
  ['tournaments', '/tournaments', tournamentScript, wide],
  ['tournaments-new-phone', '/tournaments', tournamentScript, small, { click: '.card-head button' }],
  ['tournament', '/tournaments/tRn2026x', tournamentScript, wide],
  ['tournament-phone', '/tournaments/tRn2026x', tournamentScript, phone],
  ['hostile-tournament', '/tournaments/tRn2026x', hostileTournamentScript, small],
  ['clubs', '/clubs', clubScript, wide],
  ['clubs-new-phone', '/clubs', clubScript, small, { click: '.card-head button' }],
  ['club', '/clubs/cL7bQ2xY', clubScript, wide],
  ['club-phone', '/clubs/cL7bQ2xY', clubScript, phone],
  ['hostile-clubs', '/clubs', hostileClubScript, small],
  ['hostile-club', '/clubs/cL7bQ2xY', hostileClubScript, small],
  ['moderation', '/moderation', moderationScript, wide],
  ['moderation-phone', '/moderation', moderationScript, phone],
  ['moderation-log-phone', '/moderation', moderationScript, small, { click: '.segment label:last-child' }],
  ['hostile-moderation', '/moderation', hostileModerationScript, small],
  ['hall', '/tournaments/tRn2026x/hall', tournamentScript, wide],
  ['hall-gathering', '/tournaments/tRn2026x/hall', gatheringScript, wide],
  ['hall-phone', '/tournaments/tRn2026x/hall', gatheringScript, phone],
  ['hostile-hall', '/tournaments/tRn2026x/hall', hostileTournamentScript, tablet],
  ['hostile-hall-gathering', '/tournaments/tRn2026x/hall', hostileGatheringScript, small],
  ['lobby-host', '/', eveningScript, wide],
  ['account-member', '/account', memberScript, wide],
  ['account-mail', '/account', inboxScript, wide, unfolded],
  ['account-mail-none', '/account', noMailScript, phone, { ...unfolded, full: true }],
  ['hostile-account-mail', '/account', hostileInboxScript, small, { ...unfolded, full: true }],
  ['inbox', '/inbox', inboxScript, wide],
  ['hostile-inbox', '/inbox', hostileInboxScript, small],
  ['mail-confirm', '/mail/confirm?code=c', lobbyScript, wide],
  ['hostile-mail-confirmed', '/mail/confirm?code=c', hostileInboxScript, small, pressed],
  ['mail-stop-phone', '/mail/stop?code=c', lobbyScript, phone],
  ['learn-gomoku', '/learn#gomoku', lobbyScript, wide],
  ['learn-antireversi', '/learn#antireversi', lobbyScript, wide],
];

export const shots = rows.map(([name, path, script, size, more = {}]) => ({
  name,
  path,
  script,
  size,
  ...more,
}));

/** Opens a page, among `contexts` if there are any, and brings it to the moment of the shot. */
export async function open(fixture, shot, theme, contexts) {
  const settings = { ...kai, ...shot.settings };
  const visitor = { ...shot.size, theme, script: shot.script, settings };
  const visit = await fixture.visit(shot.path, visitor, contexts);
  await settled(visit.page);
  if (shot.wait) await visit.page.waitForSelector(shot.wait);
  for (const click of [shot.click ?? []].flat()) await visit.page.click(click);
  if (shot.tap) await visit.page.touchscreen.tap(...shot.tap);
  await settled(visit.page);
  return visit;
}

/** Waits until everything is here and nothing has changed for some frames; a clock that runs is not waited for. */
export async function settled(page) {
  await page.waitForFunction(
    () => document.querySelector('.app main, .offline') && !document.querySelector('[aria-busy=true]'),
  );
  await page.evaluate(quiet);
}

/** Of frames with more than twice the time that the fixture takes to answer. */
const quiet = () =>
  new Promise((done) => {
    const [frames, most] = [16, 90];
    let [still, all] = [0, 0];
    const observer = new MutationObserver((changes) => {
      if (changes.some(({ target }) => !target.parentElement?.closest('.clock'))) still = 0;
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    const frame = () => {
      if (++still < frames && ++all < most) return void requestAnimationFrame(frame);
      observer.disconnect();
      done();
    };
    requestAnimationFrame(frame);
  });
