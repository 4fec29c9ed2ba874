import { expect, it } from 'vitest';
import { Sheets } from '../../../../../src/ui/room/model/sheets';

it('hand on what is being written and to whom, and nothing else', () => {
  const before = new Sheets();
  before.setDraft('well pl');
  before.setAudience('players');
  before.show('chat');
  before.openPanel('menu');
  before.markSeen(7);
  const next = new Sheets(before);
  expect([next.draft.value, next.audience.value]).toEqual(['well pl', 'players']);
  expect([next.sheet.value, next.panel.value, next.seen.value]).toEqual([null, null, -Infinity]);
  before.setDraft('');
  expect(next.draft.value).toBe('well pl');
  const other = new Sheets();
  expect([other.draft.value, other.audience.value]).toEqual(['', 'all']);
});
