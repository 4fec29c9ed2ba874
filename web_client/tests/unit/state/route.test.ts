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
    ['/leaderboard/chess', '', { page: 'not_found' }],
    ['/collections', '', { page: 'collections' }],
    ['/collections/q7Xb2mKd', '', { page: 'collections', id: 'q7Xb2mKd' }],
    ['/collections/q7Xb2mKd/12', '#3', { page: 'collections', id: 'q7Xb2mKd', number: 12, ply: 3 }],
    ['/collections/q7Xb2mKd/x', '', { page: 'not_found' }],
    ['/collections/q7Xb2mKd/1/2', '', { page: 'not_found' }],
    ['/collections/a%20b', '', { page: 'not_found' }],
    ['/tournaments', '', { page: 'tournaments' }],
    ['/tournaments/q7Xb2mKd', '', { page: 'tournaments', id: 'q7Xb2mKd' }],
    ['/tournaments/q7Xb2mKd/2', '', { page: 'tournaments', id: 'q7Xb2mKd', number: 2, ply: null }],
    ['/tournaments/q7Xb2mKd/hall', '', { page: 'tournaments', id: 'q7Xb2mKd', hall: true }],
    ['/collections/q7Xb2mKd/hall', '', { page: 'not_found' }],
    ['/clubs', '', { page: 'clubs' }],
    ['/clubs/cL7bQ2xY', '', { page: 'clubs', id: 'cL7bQ2xY' }],
    ['/clubs/a%20b', '', { page: 'not_found' }],
    ['/t', '', { page: 't' }],
    ['/mail/confirm', '', { page: 'mail', id: 'confirm' }],
    ['/mail/stop', '#main', { page: 'mail', id: 'stop' }],
    ['/tournaments/a%20b', '', { page: 'not_found' }],
    ['/study', '', { page: 'study' }],
    ['/study/sT3uD7yQ', '', { page: 'study', id: 'sT3uD7yQ' }],
    ['/study/sT3uD7yQ/2', '#n57', { page: 'study', id: 'sT3uD7yQ', number: 2, node: 57 }],
    ['/study/sT3uD7yQ/2', '#57', { page: 'study', id: 'sT3uD7yQ', number: 2 }],
    ['/study/sT3uD7yQ/x', '', { page: 'not_found' }],
    ['/constructor/x', '', { page: 'not_found' }],
    ['/a/b/c', '', { page: 'not_found' }],
    ['/a%20b', '', { page: 'not_found' }],
    ['/r/', '', { page: 'not_found' }],
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
      '/moderation',
      '/players/Lin%20%E6%9E%97',
      '/watch',
      '/q7Xb2mKd',
      '/r/KXQMP',
      '/replay/q7Xb2mKd',
      '/collections',
      '/collections/q7Xb2mKd',
      '/tournaments',
      '/tournaments/q7Xb2mKd',
      '/tournaments/q7Xb2mKd/hall',
      '/clubs',
      '/clubs/cL7bQ2xY',
      '/t',
      '/mail/confirm',
      '/mail/stop',
      '/collections/q7Xb2mKd/12',
      '/study',
      '/study/sT3uD7yQ',
      '/study/sT3uD7yQ/2',
    ])
      expect(pathOf(parseRoute(path))).toBe(path);
    expect(pathOf(parseRoute('/replay/q7Xb2mKd', '#3'))).toBe('/replay/q7Xb2mKd#3');
    expect(pathOf(parseRoute('/learn', '#gomoku'))).toBe('/learn#gomoku');
    expect(pathOf({ page: 'analysis', query: 'game=gomoku' })).toBe('/analysis?game=gomoku');
    expect(pathOf(parseRoute('/study/sT3uD7yQ/2', '#n57'))).toBe('/study/sT3uD7yQ/2#n57');
  });
});

describe('invitations', () => {
  it.each([
    [' KXQMP ', { page: 'code', code: 'KXQMP' }],
    ['https://play.example.org/r/KXQMP', { page: 'code', code: 'KXQMP' }],
    ['HTTPS://PLAY.EXAMPLE.ORG/R/KXQMP', { page: 'code', code: 'KXQMP' }],
    ['http://192.168.1.20:8080/q7Xb2mKd', { page: 'room', gameId: 'q7Xb2mKd' }],
    ['７RQ８７', { page: 'code', code: '7RQ87' }],
    ['', { page: 'not_found' }],
    ['hello there', { page: 'not_found' }],
    ['http://', { page: 'not_found' }],
    ['https://[', { page: 'not_found' }],
  ])('%s', (text, route) => {
    expect(parseInvitation(text)).toEqual(route);
  });
});
