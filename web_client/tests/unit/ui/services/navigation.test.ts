// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Navigation, savedScroll } from '../../../../src/ui/services/navigation';

let navigation: Navigation;
const scrolled = vi.fn();
beforeEach(() => {
  scrolled.mockClear();
  vi.stubGlobal('scrollTo', scrolled);
  history.replaceState(null, '', '/games?player=Lin#x');
  navigation = new Navigation();
});

describe('where the visitor is', () => {
  it('is what the address says, and what Back or a link within it make of that', () => {
    expect(navigation.route.value).toEqual({ page: 'games' });
    history.replaceState(null, '', '/replay/q7Xb2mKd#18');
    dispatchEvent(new PopStateEvent('popstate'));
    expect(navigation.route.value).toEqual({ page: 'replay', gameId: 'q7Xb2mKd', ply: 18 });
    history.replaceState(null, '', '/replay/q7Xb2mKd#19');
    dispatchEvent(new HashChangeEvent('hashchange'));
    expect(navigation.route.value).toMatchObject({ ply: 19 });
  });

  it('says what its address does not, also when what lay over the page has gone', () => {
    navigation.to({ page: 'account', from: { page: 'learn' } });
    dispatchEvent(new PopStateEvent('popstate'));
    expect(navigation.route.value).toEqual({ page: 'account', from: { page: 'learn' } });
    navigation.to({ page: 'replay', gameId: 'q7Xb2mKd', ply: 18, analyse: true });
    dispatchEvent(new PopStateEvent('popstate'));
    expect(navigation.route.value).toMatchObject({ ply: 18, analyse: true });
    history.replaceState(null, '', '/account');
    dispatchEvent(new PopStateEvent('popstate'));
    expect(navigation.route.value).toEqual({ page: 'account' });
  });

  // The board for analysis and the search on boards are one page, which the query tells apart: Back from a game that
  // was found led to the search, and Back from there changed the address and nothing else.
  it('is told again where Back or Forward leads to another query of the same page', () => {
    const step = (path: string): void => {
      history.replaceState(null, '', path);
      dispatchEvent(new PopStateEvent('popstate'));
    };
    navigation.to({ page: 'replay', gameId: 'q7Xb2mKd', ply: null });
    step('/analysis?game=gomoku&find=');
    const { value } = navigation.route;
    expect(value).toEqual({ page: 'analysis' });
    step('/analysis?game=gomoku');
    expect(navigation.route.value).toEqual(value);
    expect(navigation.route.value).not.toBe(value);
  });

  it('changes with a step in the history, which begins at the top', () => {
    const length = history.length;
    navigation.to({ page: 'learn' });
    expect(location.pathname).toBe('/learn');
    expect(history.length).toBe(length + 1);
    expect(scrolled).toHaveBeenCalledWith(0, 0);
  });

  it('makes no step to where it is already, and keeps what stands in the address there', () => {
    navigation.to({ page: 'learn' });
    navigation.setQuery({ game: 'gomoku' });
    const length = history.length;
    navigation.to({ page: 'learn' });
    expect([history.length, location.search]).toEqual([length, '?game=gomoku']);
  });

  it('is replaced without one: Back leads past a code that has become its room', () => {
    const length = history.length;
    navigation.replace({ page: 'room', gameId: 'q7Xb2mKd' });
    expect([location.pathname, history.length]).toEqual(['/q7Xb2mKd', length]);
    expect(navigation.route.value).toMatchObject({ page: 'room' });
  });
});

describe('a page that is left', () => {
  it('knows how far down it was, and one that was never left does not', () => {
    expect(savedScroll()).toBeNull();
    const left = vi.spyOn(history, 'replaceState');
    vi.stubGlobal('scrollY', 640);
    navigation.to({ page: 'learn' });
    expect(left).toHaveBeenCalledWith({ scroll: 640 }, '');
    left.mockRestore();
    expect(savedScroll()).toBeNull();
  });
});

describe('what a page keeps in its address', () => {
  it('is read by name, and nothing else', () => {
    expect(navigation.query(['player', 'opponent'])).toEqual({ player: 'Lin' });
  });

  it('is written without a step, and without what stood there', () => {
    const length = history.length;
    navigation.setQuery({ opponent: 'Mei & Ann' });
    expect(location.search).toBe('?opponent=Mei+%26+Ann');
    expect(location.hash).toBe('#x');
    navigation.setQuery({});
    expect(location.href.endsWith('/games#x')).toBe(true);
    expect(history.length).toBe(length);
  });
});
