// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { gomoku } from '../../../../src/games/gomoku/gomoku';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { common } from '../../../../src/i18n/en/common';
import { room } from '../../../../src/i18n/en/room';
import type { GameRecord } from '../../../../src/protocol/records';
import { memoryStorage } from '../../memory_storage';
import { Preferences } from '../../../../src/ui/services/preferences';
import { Heading } from '../../../../src/ui/replay/heading';
import { OpeningLabel } from '../../../../src/ui/boards/opening_label';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { gameFull, stateAfter } from '../../rooms';
import { cleanup, render, screen } from '../screen';

afterEach(cleanup);

function show(view: preact.JSX.Element, language = 'en'): void {
  const preferences = new Preferences(memoryStorage(), [language]);
  void preferences.addWords({ en: { ...common, ...room } });
  const services = { preferences } as unknown as Services;
  render(<ServicesContext.Provider value={services}>{view}</ServicesContext.Provider>);
}

const shown = () => document.querySelector('.opening-name b')?.textContent;

describe('the name of an opening', () => {
  it('is shown with its code as soon as somebody has one', async () => {
    show(<OpeningLabel game={xiangqi} code="D0a" start={xiangqi.start} ply={1} />);
    expect((await screen.findByText('D0 Same Direction Cannons')).tagName).toBe('B');
    expect(screen.getByText('顺炮').getAttribute('lang')).toBe('zh-Hans');
  });

  it('has its place from the second move on, and keeps it where there is none', async () => {
    show(<OpeningLabel game={gomoku} code={undefined} start={gomoku.start} ply={2} />);
    expect(shown()).toBe('—');
    await gomoku.openings?.();
    await new Promise((done) => setTimeout(done));
    expect(shown()).toBe('—');
  });

  it('has no place where a game began elsewhere', async () => {
    show(<OpeningLabel game={xiangqi} code={undefined} start="3k5/9/9/9/9/9/9/7C1/9/4K4 w" ply={9} />);
    await xiangqi.openings?.();
    expect(document.querySelector('.opening-name')).toBeNull();
  });

  it('stands over a game that is replayed', async () => {
    const state = stateAfter('h2e2', { status: 'finished', result: 'first', openingCode: 'C0a' });
    const full = gameFull(state, { game: 'xiangqi', rule: 'standard', startPos: xiangqi.start });
    const record: GameRecord = { ...full, positions: [], notations: [] };
    show(<Heading record={record} game={xiangqi} analysis={null} begins="first" />);
    await screen.findByText('C0 Central Cannon v. Screen Horses');
    cleanup();
    show(<Heading record={record} game={xiangqi} analysis={null} begins="first" />, 'zh-TW');
    await screen.findByText('C0 中炮對屏風馬');
  });
});
