import { afterEach, expect, it, vi } from 'vitest';
import {
  appeal,
  fetchActs,
  fetchAppeals,
  fetchOwnMeasures,
  fetchReports,
  moderate,
} from '../../../src/protocol/moderation';

const asked = vi.fn();
vi.stubGlobal('fetch', (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
  const { authorization = null } = headers as Record<string, string>;
  asked(`${method} ${path}`, authorization, typeof body === 'string' ? (JSON.parse(body) as object) : null);
  return Promise.resolve(new Response('{}'));
});
afterEach(() => void asked.mockClear());

it('asks and decides as who has the token', async () => {
  await fetchOwnMeasures('T');
  await appeal('T', 'm/1', 'why?');
  await fetchReports('T', null);
  await fetchReports('T', '1.2.aB3dE9xQ');
  await fetchAppeals('T', null);
  await fetchActs('T', '51');
  await moderate('T', { do: 'dismiss', user: 'u', gameId: 'g' });
  expect(asked.mock.calls).toEqual([
    ['GET /api/me/measures', 'Bearer T', null],
    ['POST /api/me/measures/m%2F1/appeal', 'Bearer T', { text: 'why?' }],
    ['GET /api/moderation/reports', 'Bearer T', null],
    ['GET /api/moderation/reports?cursor=1.2.aB3dE9xQ', 'Bearer T', null],
    ['GET /api/moderation/appeals', 'Bearer T', null],
    ['GET /api/moderation/log?cursor=51', 'Bearer T', null],
    ['POST /api/moderation/acts', 'Bearer T', { do: 'dismiss', user: 'u', gameId: 'g' }],
  ]);
});
