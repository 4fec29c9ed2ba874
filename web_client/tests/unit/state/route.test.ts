import { describe, expect, it } from 'vitest';
import { parseInvitation, parseRoute, pathOf, type Route } from '../../../src/state/route';

describe('routes', () => {
  it.each<[string, string, Route]>([
    ['/', '', { page: 'lobby' }],
    ['/watch', '', { page: 'watch' }],
    ['/games/', '', { page: 'games' }],
    ['/q7Xb2mKd', '', { page: 'room', gameId: 'q7Xb2mKd' }],
    ['/r/KXQMP', '', { page: 'code', code: 'KXQMP' }],
    ['/R/KXQMP', '', { page: 'code', code: 'KXQMP' }],
    ['/replay/q7Xb2mKd', '#18', { page: 'replay', gameId: 'q7Xb2mKd', ply: 18 }],
    ['/replay/q7Xb2mKd', '', { page: 'replay', gameId: 'q7Xb2mKd', ply: null }],
    ['/replay/q7Xb2mKd', '#x', { page: 'replay', gameId: 'q7Xb2mKd', ply: null }],
    ['/learn', '#gomoku', { page: 'learn', game: 'gomoku' }],
    ['/learn', '#chess', { page: 'learn' }],
    ['/leaderboard/xiangqi', '', { page: 'leaderboard', game: 'xiangqi' }],
    ['/leaderboard/chess', '', { page: 'lost' }],
    ['/constructor/x', '', { page: 'lost' }],
    ['/a/b/c', '', { page: 'lost' }],
    ['/a%20b', '', { page: 'lost' }],
    ['/r/', '', { page: 'lost' }],
  ])('%s%s', (path, hash, route) => {
    expect(parseRoute(path, hash)).toEqual(route);
  });

  it('go back to the address that they came from', () => {
    for (const path of [
      '/',
      '/account',
      '/analysis',
      '/leaderboard',
      '/leaderboard/gomoku',
      '/players/Lin%20%E6%9E%97',
      '/watch',
      '/q7Xb2mKd',
      '/r/KXQMP',
      '/replay/q7Xb2mKd',
    ])
      expect(pathOf(parseRoute(path))).toBe(path);
    expect(pathOf(parseRoute('/replay/q7Xb2mKd', '#3'))).toBe('/replay/q7Xb2mKd#3');
    expect(pathOf(parseRoute('/learn', '#gomoku'))).toBe('/learn#gomoku');
  });
});

describe('invitations', () => {
  it.each([
    [' KXQMP ', { page: 'code', code: 'KXQMP' }],
    ['https://play.example.org/r/KXQMP', { page: 'code', code: 'KXQMP' }],
    ['http://192.168.1.20:8080/q7Xb2mKd', { page: 'room', gameId: 'q7Xb2mKd' }],
    ['', { page: 'lost' }],
    ['hello there', { page: 'lost' }],
    ['http://', { page: 'lost' }],
    ['https://[', { page: 'lost' }],
  ])('%s', (text, route) => {
    expect(parseInvitation(text)).toEqual(route);
  });
});
