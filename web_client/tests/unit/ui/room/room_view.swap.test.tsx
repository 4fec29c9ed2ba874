// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { act, cleanup } from '../screen';
import { Stage } from '../stage';

afterEach(cleanup);

const at = (place: 'top' | 'bottom'): string | undefined =>
  document.querySelector(`.player.${place} .name-text`)?.textContent;

it('leaves the players where they sit when they swap sides', async () => {
  const stage = new Stage();
  stage.open();
  expect([at('bottom'), at('top')]).toEqual(['lin', 'chen']);
  const players = [
    { name: 'chen', online: true },
    { name: 'lin', online: true },
  ] as const;
  await act(() =>
    stage.model.onMessage({
      t: 'event',
      gameId: 'g1',
      v: 2,
      kind: 'swap',
      players,
      delta: { turn: 'first' },
    }),
  );
  expect(stage.model.room.value?.full.you).toBe('second');
  expect([at('bottom'), at('top')]).toEqual(['lin', 'chen']);
});
