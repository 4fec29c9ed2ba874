// @vitest-environment happy-dom
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { pushOverlay } from '../../../../src/ui/core/overlays';
import { view as ModerationPage } from '../../../../src/ui/moderation/moderation_page';
import { cleanup, fireEvent, screen, seen, waitFor } from '../screen';
import { refused, Site } from '../site';

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

const HOUR = 3_600_000;
const mute = { id: 'm1', kind: 'mute', reason: 'links to shops', since: 1, until: Date.now() + HOUR };

const report = (name: string, at: number, more: object = {}) => ({
  gameId: 'aB3dE9xQ',
  text: `rude ${at}`,
  at,
  from: { id: `u_${name}`, name },
  reporter: { id: 'u_Mei', name: 'Mei' },
  reportedAt: Date.now(),
  around: [{ from: 'Mei', text: 'hello', at: 1 }],
  measures: [],
  reporterMeasures: [],
  ...more,
});

/** The page of one who may do so much, when all that it shows first is there. */
async function open({
  powers,
  measures = [],
  reports = [],
  ...more
}: {
  powers?: string;
  measures?: readonly object[];
  reports?: readonly object[];
  appeals?: readonly object[];
  acts?: readonly object[];
}): Promise<Site> {
  const site = new Site().greet();
  site.archive = (request) => {
    if (request === 'GET /api/me/measures') return { measures, ...(powers && { powers }) };
    if (request === 'GET /api/moderation/reports') return { reports, cursor: null };
    return request.startsWith('GET') ? { appeals: [], acts: [], cursor: null, ...more } : {};
  };
  site.open(<ModerationPage />);
  await screen.findByText('Measures against you');
  return site;
}

/** What was decided. */
const acts = (site: Site): readonly unknown[] =>
  site.fetched.includes('POST /api/moderation/acts') ? site.bodies : [];

const press = (key: string, more: object = {}, on: Element = document.body): void =>
  void fireEvent.keyDown(on, { key, ...more });

/** So long after the case has come that it can have been read. */
function later(): void {
  const now = performance.now();
  vi.spyOn(performance, 'now').mockReturnValue(now + 1_000);
}

describe('for the person that a measure is against', () => {
  it('says why, and lets the person answer once', async () => {
    const site = await open({ measures: [mute] });
    expect(await screen.findByText('Muted')).toBeTruthy();
    expect(seen('main').textContent).toContain('links to shops');
    fireEvent.input(screen.getByLabelText('Your answer'), { target: { value: 'it was a joke' } });
    site.archive = (request) =>
      request.startsWith('GET') ? { measures: [{ ...mute, appeal: 'it was a joke', answer: 'No.' }] } : {};
    fireEvent.click(screen.getByText('Send'));
    expect(await screen.findByText('A moderator: No.')).toBeTruthy();
    expect(site.fetched).toContain('POST /api/me/measures/m1/appeal');
    expect(site.bodies).toEqual([{ text: 'it was a joke' }]);
    expect(screen.queryByLabelText('Your answer')).toBeNull();
  });

  it('takes no answer to what is over, and shows nothing of a moderator', async () => {
    await open({ measures: [{ ...mute, until: Date.now() - 1 }] });
    expect(await screen.findByText('Muted')).toBeTruthy();
    expect(screen.queryByLabelText('Your answer')).toBeNull();
    expect(screen.queryByRole('radiogroup')).toBeNull();
  });

  it('says that there is none', async () => {
    await open({});
    expect(await screen.findByText('There are none.')).toBeTruthy();
  });
});

it('says of long lists that there is more', async () => {
  const five = [1, 2, 3, 4, 5].map((id) => ({ ...mute, id: `m${id}`, until: 2 }));
  const site = new Site().greet();
  const reports = [report('Wu', 2, { measures: five, more: true, reporterMeasures: five.slice(1) })];
  site.archive = (request) =>
    request === 'GET /api/me/measures'
      ? { measures: five, more: true, powers: 'chat' }
      : { reports, cursor: null };
  site.open(<ModerationPage />);
  await screen.findByRole('region', { name: 'Wu' });
  const summaries = [...document.querySelectorAll('summary')].map(({ textContent }) => textContent);
  expect(summaries).toEqual(['Measures so far (5+)', 'Measures against the reporter (4)']);
  expect(screen.getAllByText('The last 5.')).toHaveLength(2);
});

describe('reports', () => {
  it('are shown one user after the other, among what was said', async () => {
    const site = await open({
      powers: 'chat accounts',
      reports: [report('Wu', 3), report('Wu', 2), report('Lin', 4, { measures: [mute], reportedAt: 0 })],
    });
    await screen.findByRole('region', { name: 'Wu' });
    const lines = [...document.querySelectorAll('.said li')].map(({ textContent }) => textContent);
    expect(lines).toEqual(['Mei hello', 'Wu rude 2', 'Wu rude 3']);
    expect(screen.queryByText('waits for two days')).toBeNull();
    fireEvent.click(screen.getByText('Skip'));
    await screen.findByRole('region', { name: 'Lin' });
    expect(screen.getByText('waits for two days')).toBeTruthy();
    expect(screen.getByText('Measures so far (1)')).toBeTruthy();
    expect(acts(site)).toEqual([]);
  });

  it('say that more is known of who is reported than is shown', async () => {
    await open({ powers: 'chat', reports: [report('Wu', 2, { measures: [mute], more: true })] });
    expect(await screen.findByText('Measures so far (1+)')).toBeTruthy();
  });

  it('are not shown again, once decided, while one looks for others', async () => {
    const site = await open({ powers: 'chat', reports: [report('Wu', 2)] });
    await screen.findByRole('button', { name: 'Mute' });
    later();
    press('d');
    const again = await screen.findByText('Look again');
    const before = site.archive;
    site.archive = (request) => (request.startsWith('GET') ? new Promise(() => undefined) : before(request));
    fireEvent.click(again);
    await waitFor(() => expect(screen.queryByText('Look again')).toBeNull());
    expect(screen.queryByRole('region', { name: 'Wu' })).toBeNull();
  });

  it('of a club are decided by the club', async () => {
    const club = { gameId: undefined, clubId: 'cB3dE9xQ' };
    const site = await open({ powers: 'chat', reports: [report('Wu', 2, club)] });
    expect((await screen.findByText('The club')).getAttribute('href')).toContain('cB3dE9xQ');
    expect(screen.queryByRole('button', { name: /Remove lines/ })).toBeNull();
    // Its texts are no insults in a chat: the moderator says why.
    expect(screen.getByRole('button', { name: 'Mute' }).hasAttribute('disabled')).toBe(true);
    later();
    press('r');
    press('d');
    expect(await screen.findByText('No report is open.')).toBeTruthy();
    expect(acts(site)).toEqual([{ do: 'dismiss', user: 'u_Wu', gameId: 'cB3dE9xQ' }]);
  });

  it('are decided by one key, which the button shows: a measure by a second press', async () => {
    const site = await open({ powers: 'chat', reports: [report('Wu', 2)] });
    const button = await screen.findByRole('button', { name: 'Mute' });
    expect(button.querySelector('kbd')?.textContent).toBe('m');
    later();
    press('m');
    expect(document.activeElement).toBe(button);
    expect(acts(site)).toEqual([]);
    press('m', {}, button);
    expect(await screen.findByText('No report is open.')).toBeTruthy();
    expect(acts(site)).toEqual([
      { do: 'mute', user: 'u_Wu', gameId: 'aB3dE9xQ', hours: 24, reason: 'Insults' },
    ]);
  });

  it('are not decided by a key that is typed in a field, held, or pressed before one can have read', async () => {
    const site = await open({ powers: 'chat', reports: [report('Wu', 2)] });
    await screen.findByRole('button', { name: 'Mute' });
    press('d');
    later();
    press('d', { repeat: true });
    press('d', {}, screen.getByLabelText('Reason'));
    press('d', {}, screen.getByLabelText('For how long'));
    press('d', { ctrlKey: true });
    expect(acts(site)).toEqual([]);
    press('d');
    await waitFor(() => expect(acts(site)).toHaveLength(1));
  });

  it('are not decided by keys while a panel lies over the page', async () => {
    const site = await open({ powers: 'chat accounts', reports: [report('Wu', 2)] });
    await screen.findByRole('button', { name: 'Ban' });
    later();
    const close = pushOverlay({ close: () => undefined, hasStep: false });
    press('b');
    press('d');
    close();
    expect(acts(site)).toEqual([]);
    press('d');
    await waitFor(() => expect(acts(site)).toEqual([{ do: 'dismiss', user: 'u_Wu', gameId: 'aB3dE9xQ' }]));
  });

  it('are decided once, however often a key is pressed', async () => {
    const site = await open({ powers: 'chat', reports: [report('Wu', 2), report('Lin', 3)] });
    await screen.findByRole('button', { name: 'Mute' });
    let answer: (told: object) => void = () => undefined;
    const before = site.archive;
    site.archive = (request) =>
      request.startsWith('GET') ? before(request) : new Promise((done) => (answer = done));
    later();
    press('d');
    press('d');
    press('m');
    answer({});
    await screen.findByRole('region', { name: 'Lin' });
    press('d');
    expect(acts(site)).toEqual([{ do: 'dismiss', user: 'u_Wu', gameId: 'aB3dE9xQ' }]);
  });

  it('offer what one has the power to do, for as long as it may hold', async () => {
    const site = await open({ powers: 'accounts', reports: [report('Wu', 2)] });
    await screen.findByRole('button', { name: 'Ban' });
    expect(screen.queryByRole('button', { name: 'Mute' })).toBeNull();
    later();
    press('m');
    fireEvent.change(screen.getByLabelText('For how long'), { target: { value: '0' } });
    fireEvent.input(screen.getByLabelText('Reason'), { target: { value: ' ' } });
    press('b');
    expect(acts(site)).toEqual([]);
    fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'threats' } });
    press('b');
    press('b');
    await waitFor(() => expect(acts(site)).toHaveLength(1));
    expect(acts(site)[0]).toMatchObject({ do: 'ban', hours: 0, reason: 'threats' });
  });

  it('shadow at most for a week', async () => {
    await open({ powers: 'chat', reports: [report('Wu', 2)] });
    const shadow = await screen.findByRole<HTMLButtonElement>('button', { name: 'Shadow-mute' });
    expect(shadow.disabled).toBe(false);
    fireEvent.change(screen.getByLabelText('For how long'), { target: { value: '720' } });
    expect(shadow.disabled).toBe(true);
  });

  it('that another has decided meanwhile are done', async () => {
    const site = await open({ powers: 'chat', reports: [report('Wu', 2)] });
    await screen.findByRole('button', { name: 'Mute' });
    site.archive = () => refused('not_allowed', { reason: 'decided' }, 409);
    later();
    press('r');
    expect(await screen.findByText('No report is open.')).toBeTruthy();
    await waitFor(() => expect(site.said).toHaveLength(1));
  });
});

it('answers appeals with a reason', async () => {
  const appeal = { ...mute, appeal: 'it was a joke', subject: { id: 'u_Lin', name: 'Lin' }, own: true };
  const site = await open({ powers: 'chat', appeals: [appeal] });
  fireEvent.click(await screen.findByLabelText('Appeals'));
  expect(await screen.findByText('it was a joke')).toBeTruthy();
  expect(screen.getByText(/another moderator answers/)).toBeTruthy();
  const lift = screen.getByRole<HTMLButtonElement>('button', { name: 'Lift' });
  expect(lift.disabled).toBe(true);
  fireEvent.input(screen.getByLabelText('Reason'), { target: { value: 'enough' } });
  fireEvent.click(lift);
  expect(await screen.findByText('No appeal is open.')).toBeTruthy();
  expect(acts(site)).toEqual([{ do: 'lift', measureId: 'm1', reason: 'enough' }]);
});

// Who had come back to the page saw them once more, and was told that they are decided.
it('shows no appeal again that was decided', async () => {
  history.replaceState({ scroll: 7 }, '');
  onTestFinished(() => history.replaceState(null, ''));
  const appealed = { ...mute, subject: { id: 'u_Wu', name: 'Wu' }, appeal: 'sorry', own: false };
  const site = await open({ powers: 'chat', appeals: [appealed] });
  const choose = async (list: string): Promise<boolean> =>
    fireEvent.click(await screen.findByLabelText(list));
  await choose('Appeals');
  fireEvent.input(await screen.findByLabelText('Reason'), { target: { value: 'calm since' } });
  fireEvent.click(screen.getByText('Lift'));
  await screen.findByText('No appeal is open.');
  const before = site.archive;
  site.archive = (request) => (request.includes('appeals') ? { appeals: [], cursor: null } : before(request));
  await choose('Reports');
  await choose('Appeals');
  await screen.findByText('No appeal is open.');
  expect(screen.queryByRole('region', { name: 'Wu' })).toBeNull();
});

it('keeps a reason that is being written where more appeals do not come', async () => {
  const appeal = { ...mute, appeal: 'it was a joke', subject: { id: 'u_Lin', name: 'Lin' }, own: false };
  const site = await open({ powers: 'chat' });
  const before = site.archive;
  site.archive = (request) => {
    if (!request.includes('/appeals')) return before(request);
    return request.includes('cursor=') ? refused('busy', {}, 503) : { appeals: [appeal], cursor: 'm1' };
  };
  fireEvent.click(await screen.findByLabelText('Appeals'));
  await screen.findByText('it was a joke');
  const reason = screen.getByLabelText<HTMLInputElement>('Reason');
  fireEvent.input(reason, { target: { value: 'enough' } });
  fireEvent.click(screen.getByRole('button', { name: 'More' }));
  await screen.findByRole('button', { name: 'Reload' });
  expect(screen.getByLabelText('Reason')).toBe(reason);
  expect(reason.value).toBe('enough');
});

it('says of measures that are not known not that there are none', async () => {
  const site = new Site().greet();
  site.archive = () => refused('busy', {}, 503);
  site.open(<ModerationPage />);
  await screen.findByRole('button', { name: 'Reload' });
  expect(screen.queryByText('There are none.')).toBeNull();
});

it('lists acts, with who and why', async () => {
  const subject = { id: 'u_Lin', name: 'Lin' };
  await open({
    powers: 'owner',
    acts: [
      { number: 2, at: 1, do: 'mute', reason: 'spam', by: { id: 'u_Mod', name: 'Mod' }, subject },
      { number: 1, at: 1, do: 'later', reason: '', subject },
      { number: 0, at: 1, do: 'disband', reason: 'spam', club: 'Gold Shop', subject },
    ],
  });
  fireEvent.click(await screen.findByLabelText('Log'));
  const rows = await screen.findAllByRole('listitem');
  expect(rows[0]?.textContent).toMatch(/Mod · Mute Lin.*spam/);
  expect(rows[1]?.textContent).toMatch(/operator · later Lin/);
  expect(rows[2]?.textContent).toMatch(/Close club Gold Shop, Lin/);
});
