// @vitest-environment happy-dom
import { afterEach, describe, expect, it } from 'vitest';
import { xiangqi } from '../../../../src/games/xiangqi/xiangqi';
import { KeepStudy, nodesOf, tagsOf } from '../../../../src/ui/replay/keep_study';
import { Replay } from '../../../../src/ui/replay/replay_model';
import type { Variations } from '../../../../src/ui/replay/variations';
import { cleanup, fireEvent, screen, waitFor } from '../screen';
import { refused, Site } from '../site';
import { archived } from './desk';

afterEach(cleanup);

describe('the tree of a game and what was tried', () => {
  it('has the game first, and each move once', () => {
    const variations: Variations = new Map([
      [1, [{ move: 'x', next: [{ move: 'y', next: [] }] }]],
      // The game's own move, with another one after it.
      [0, [{ move: 'a', next: [{ move: 'z', next: [] }] }]],
    ]);
    expect(nodesOf(['a', 'b'], variations)).toEqual([
      { id: 0 },
      { id: 1, parent: 0, move: 'a' },
      { id: 2, parent: 1, move: 'b' },
      { id: 3, parent: 1, move: 'x' },
      { id: 4, parent: 3, move: 'y' },
      { id: 5, parent: 1, move: 'z' },
    ]);
  });
});

describe('a game', () => {
  const keep = (replay: Replay): Site => {
    const site = new Site().greet();
    site.archive = () => ({ id: 's1s1' });
    site.open(<KeepStudy replay={replay} />);
    fireEvent.click(screen.getByRole('button', { name: 'Keep as a study' }));
    return site;
  };

  it('is kept as the server knows it, and opened', async () => {
    const site = keep(new Replay(archived(), xiangqi, null));
    await waitFor(() => expect(site.navigation.route.value).toEqual({ page: 'study', id: 's1s1' }));
    expect(site.bodies).toEqual([
      { name: 'lin – chen', visibility: 'private', chapter: { name: 'lin – chen', gameId: 'g1' } },
    ]);
  });

  it('is kept with what was tried beside it', async () => {
    const replay = new Replay(archived(), xiangqi, null);
    replay.showLine(1, ['e9e7']);
    const site = keep(replay);
    await waitFor(() => expect(site.bodies).toHaveLength(1));
    const { chapter } = site.bodies[0] as { chapter: { record: string; format: string } };
    expect(chapter.format).toBe('study');
    expect(JSON.parse(chapter.record)).toMatchObject({
      game: 'xiangqi',
      rule: 'standard',
      tags: {
        Red: 'lin',
        Black: 'chen',
        Date: '2026.01.02',
        Result: '1-0',
        Termination: 'resign',
      },
      nodes: [
        {},
        { move: 'e0e1', spent: 4_000 },
        { move: 'e9e8', spent: 61_000 },
        { parent: 1, move: 'e9e7' },
      ],
      nextId: 4,
    });
  });

  it('of a collection keeps what that knows of it', () => {
    const players = [
      { name: '', online: false },
      { name: '', online: false },
    ] as const;
    const tags = { Event: 'Cup', Site: '', Round: '3', Date: '2019.05.??' };
    const record = archived({ players, event: 'Cup · 3', tags });
    const state = { ...record.state, result: null, reason: null };
    expect(tagsOf({ ...record, state }, xiangqi)).toEqual({
      Event: 'Cup',
      Round: '3',
      Date: '2019.05.??',
    });
  });

  it('that cannot be kept says why', async () => {
    const site = new Site().greet();
    site.archive = () => refused('not_allowed');
    site.open(<KeepStudy replay={new Replay(archived(), xiangqi, null)} />);
    fireEvent.click(screen.getByRole('button', { name: 'Keep as a study' }));
    await waitFor(() => expect(site.said).toHaveLength(1));
  });
});
