// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, describe, expect, it } from 'vitest';
import type { GameView } from '../../../../../src/games/kit/game';
import { gomoku } from '../../../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../../../src/games/xiangqi/xiangqi';
import { room as words } from '../../../../../src/i18n/en/room';
import { memoryStorage } from '../../../memory_storage';
import { defaults } from '../../../../../src/ui/services/settings';
import { Preferences } from '../../../../../src/ui/services/preferences';
import { Captured } from '../../../../../src/ui/room/players/captured';
import type { RoomModel } from '../../../../../src/ui/room/model/room_model';
import { RoomController } from '../../../../../src/ui/room/model/room_controller';
import { ServicesContext, type Services } from '../../../../../src/ui/services/services';
import { roomWith } from '../../../rooms';
import { cleanup, render, screen } from '../../screen';

afterEach(cleanup);

/** A table at which `game` stands at `pos`, begun at `startPos`. */
function tableOf(game: GameView, pos: string, startPos: string, moves = ''): RoomController {
  const model = {
    room: signal(roomWith({ pos, moves }, { game: game.id, startPos })),
    pending: signal(null),
    shownPly: signal(0),
    browsed: signal(null),
  } as unknown as RoomModel;
  return new RoomController(model, game, signal(defaults(['en'])));
}

function show(view: (ctrl: RoomController) => preact.JSX.Element, ctrl: RoomController): void {
  const preferences = new Preferences(memoryStorage(), ['en']);
  void preferences.addWords({ en: words });
  const services = { preferences } as unknown as Services;
  render(<ServicesContext.Provider value={services}>{view(ctrl)}</ServicesContext.Provider>);
}

describe('what a side has taken', () => {
  const pos = 'r1bakabnr/9/1c5c1/2p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKAB1R w';

  it('stands on its plate, with what it is worth more', () => {
    show((ctrl) => <Captured ctrl={ctrl} side="first" />, tableOf(xiangqi, pos, xiangqi.start));
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Captured: black horse, black soldier');
    expect(screen.getByText('+1')).toBeTruthy();
  });

  it('says nothing of a lead to the side that is behind', () => {
    show((ctrl) => <Captured ctrl={ctrl} side="second" />, tableOf(xiangqi, pos, xiangqi.start));
    expect(screen.getByRole('img').getAttribute('aria-label')).toBe('Captured: red horse');
    expect(document.querySelector('.lead')).toBeNull();
  });

  it('takes no room where nothing is ever taken', () => {
    show((ctrl) => <Captured ctrl={ctrl} side="first" />, tableOf(gomoku, gomoku.start, gomoku.start));
    expect(document.querySelector('.captured')).toBeNull();
  });
});
