// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { StudyInfo } from '../../../../src/protocol/study_messages';
import { Members } from '../../../../src/ui/study/study_members';
import { StudyModel } from '../../../../src/ui/study/study_model';
import { act, cleanup, fireEvent, screen, waitFor } from '../screen';
import { Site } from '../site';

const info: StudyInfo = {
  studyId: 's1s1',
  name: 'Openings',
  members: [
    { number: 1, name: 'Lin', role: 'owner' },
    { number: 2, name: 'Wang', role: 'writer' },
  ],
  chapters: [{ chapter: 1, name: 'One', game: 'gomoku' }],
};

let site: Site;
let model: StudyModel;
beforeEach(() => {
  site = new Site().greet();
  model = new StudyModel(site.services, 's1s1', 1, undefined);
  const content = { game: 'gomoku', rule: 'renju', v: 4, nodes: [{ id: 0 }] } as const;
  model.onMessage({ ...info, t: 'study', you: 1, chapter: 1, content });
});
afterEach(() => {
  cleanup();
  model.leave();
  vi.unstubAllGlobals();
});
const open = (): void => void site.open(<Members model={model} info={info} />);

// The server lets no guest add members: the form was there, and each try was refused.
it('are added by an owner who has an account', async () => {
  site.greet({ guest: true });
  open();
  expect(screen.queryByLabelText('Name of an account')).toBeNull();
  expect(screen.getByRole('button', { name: 'Remove Wang' })).toBeTruthy();
  await act(() => void site.greet());
  expect(screen.getByLabelText('Name of an account')).toBeTruthy();
});

// Both were grey until the server had answered, and the focus was nowhere.
it('keep the focus on what was chosen for them, which is sent once', async () => {
  let answer: (told: object) => void = () => undefined;
  site.archive = () => new Promise((done) => (answer = done));
  open();
  const role = screen.getByRole<HTMLSelectElement>('combobox', { name: 'What Wang may do' });
  const remove = screen.getByRole<HTMLButtonElement>('button', { name: 'Remove Wang' });
  const isBusy = (): readonly (string | null)[] => [role, remove].map((one) => one.getAttribute('aria-busy'));
  for (const [one, choose] of [
    [role, () => fireEvent.change(role, { target: { value: 'viewer' } })],
    [remove, () => fireEvent.click(remove)],
  ] as const) {
    one.focus();
    choose();
    await waitFor(() => expect(isBusy()).toEqual(['true', 'true']));
    expect([role.disabled, remove.disabled, document.activeElement]).toEqual([false, false, one]);
    choose();
    await act(() => answer({}));
    await waitFor(() => expect(isBusy()).toEqual(['false', 'false']));
  }
  expect(site.bodies).toEqual([{ role: 'viewer' }, { role: 'gone' }]);
});
