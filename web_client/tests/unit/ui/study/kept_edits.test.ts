// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { PendingEdit } from '../../../../src/state/study_state';
import { keepEdits, keptEdits } from '../../../../src/ui/study/kept_edits';

const edits: readonly PendingEdit[] = [{ edit: { do: 'add', node: 0, move: 'h8' }, newId: -1, seen: 3 }];

it('keeps what could not be sent of each chapter, until it is', () => {
  keepEdits('s1', 1, edits);
  expect([keptEdits('s1', 1), keptEdits('s1', 2)]).toEqual([edits, []]);
  keepEdits('s1', 1, []);
  expect(keptEdits('s1', 1)).toEqual([]);
  expect(sessionStorage.length).toBe(0);
});

it('has nothing where it cannot be read', () => {
  sessionStorage.setItem('sanqi.edits.s1.1', '{');
  expect(keptEdits('s1', 1)).toEqual([]);
});
