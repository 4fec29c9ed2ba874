// More whole games in real Chromium than browser.test.mjs plays: pieces that are dragged, a board that takes sixty
// plies.
import { drag, mouse } from '../lib/browser.mjs';
import { openFixture } from './fixture.mjs';
import { testWholeGame } from './whole_game.mjs';

const fixture = openFixture();

testWholeGame(fixture, 'xiangqi', 'click by click', mouse);
testWholeGame(fixture, 'xiangqi', 'by dragging', drag);
testWholeGame(fixture, 'antireversi', 'on 6x6 squares', mouse, '6x6');
testWholeGame(fixture, 'antireversi', 'click by click', mouse);
