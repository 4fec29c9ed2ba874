// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { PendingEdit } from '../../../../src/state/study_state';
import { keepEdits, keptEdits } from '../../../../src/ui/study/kept_edits';

const edits: readonly PendingEdit[] = [{ edit: { do: 'add', node: 0, move: 'h8' }, newId: -1, seen: 3 }];

const one = { user: 'u1', studyId: 's1', chapter: 1 };

it('keeps what could not be sent of each chapter, until it is', () => {
  keepEdits(one, edits);
  expect([keptEdits(one), keptEdits({ ...one, chapter: 2 })]).toEqual([edits, []]);
  // Who logs in after another in the same tab would send them as their own.
  expect(keptEdits({ ...one, user: 'u2' })).toEqual([]);
  keepEdits(one, []);
  expect(keptEdits(one)).toEqual([]);
  expect(sessionStorage.length).toBe(0);
});

it('has nothing where it cannot be read', () => {
  sessionStorage.setItem('sanqi.edits.u1.s1.1', '{');
  expect(keptEdits(one)).toEqual([]);
});
