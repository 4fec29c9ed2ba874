import { afterEach, expect, it, vi } from 'vitest';
import {
  actInClub,
  changeClub,
  closeClub,
  createClub,
  disbandClub,
  fetchClub,
  fetchClubMembers,
  fetchClubs,
  fetchClubTournaments,
  fetchOwnClubs,
  ruleInClub,
} from '../../../src/protocol/clubs';

const asked = vi.fn();
vi.stubGlobal('fetch', (path: string, { method = 'GET', headers, body }: RequestInit = {}) => {
  const { authorization = null } = headers as Record<string, string>;
  asked(`${method} ${path}`, authorization, typeof body === 'string' ? (JSON.parse(body) as object) : null);
  return Promise.resolve(new Response('{}'));
});
afterEach(() => void asked.mockClear());

it('asks for clubs, and changes them as who has the token', async () => {
  const form = { name: 'Lin', description: '', joining: 'open' } as const;
  await fetchClubs('', null);
  await fetchClubs('a b', '2-x');
  await fetchOwnClubs('T');
  await fetchClub('T', 'a/b');
  await fetchClubMembers('c', null);
  await fetchClubTournaments('c', '5-t');
  await createClub('T', form);
  await changeClub('T', 'c', form);
  await actInClub('T', 'c', 'join');
  await ruleInClub('T', 'c', 'owner', 'Mei');
  await closeClub('T', 'c');
  await disbandClub('T', 'c', 'spam');
  expect(asked.mock.calls).toEqual([
    ['GET /api/clubs', null, null],
    ['GET /api/clubs?name=a%20b&cursor=2-x', null, null],
    ['GET /api/me/clubs', 'Bearer T', null],
    ['GET /api/clubs/a%2Fb', 'Bearer T', null],
    ['GET /api/clubs/c/members', null, null],
    ['GET /api/clubs/c/tournaments?cursor=5-t', null, null],
    ['POST /api/clubs', 'Bearer T', form],
    ['POST /api/clubs/c', 'Bearer T', form],
    ['POST /api/clubs/c/join', 'Bearer T', {}],
    ['POST /api/clubs/c/owner', 'Bearer T', { name: 'Mei' }],
    ['DELETE /api/clubs/c', 'Bearer T', null],
    ['POST /api/moderation/acts', 'Bearer T', { do: 'disband', clubId: 'c', reason: 'spam' }],
  ]);
});
