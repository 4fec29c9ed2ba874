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

// Of two lines that were refused at once the second came back first.
it('put back what was refused before what was written since, in its order', () => {
  const sheets = new Sheets();
  sheets.putBack('hello');
  expect(sheets.draft.value).toBe('hello');
  sheets.setDraft('hello why');
  sheets.putBack('are you there?');
  expect(sheets.draft.value).toBe('hello are you there? why');
  sheets.setDraft('another');
  sheets.putBack('one');
  expect(sheets.draft.value).toBe('one another');
});
