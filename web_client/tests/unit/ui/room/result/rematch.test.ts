// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gameFull, stateAfter } from '../../../rooms';
import { cleanup, fireEvent, screen, within } from '../../screen';
import { Stage, START } from '../../stage';

const over = { status: 'finished', result: 'first', reason: 'resign' } as const;
const next = [{ page: 'room', gameId: 'g2' }];
let stage: Stage;
beforeEach(() => void (stage = new Stage()));
afterEach(cleanup);

const begin = (): void =>
  stage.model.onMessage({
    t: 'event',
    gameId: 'g1',
    v: 2,
    kind: 'rematch',
    nextId: 'g2',
    state: stateAfter('d3 c3', { pos: START, ...over }),
  });
/** What the server tells who comes back, after the next game has begun. */
const comeBack = (): void =>
  stage.model.onMessage(
    gameFull(stateAfter('d3 c3', { pos: START, ...over }), { startPos: START, v: 2, rematchId: 'g2' }),
  );

describe('a rematch', () => {
  it('is entered by a player as soon as it begins', () => {
    stage.open(over);
    begin();
    expect(stage.routes).toEqual(next);
  });

  it('waits while a line is being written', () => {
    stage.open(over);
    const field = document.body.appendChild(document.createElement('input'));
    field.value = 'Well pl';
    field.focus();
    begin();
    field.remove();
    expect(stage.routes).toEqual([]);
  });

  it('waits for no choice that has the focus, such as that of the notation', () => {
    stage.open(over);
    const choice = document.body.appendChild(document.createElement('input'));
    choice.type = 'radio';
    choice.focus();
    begin();
    choice.remove();
    expect(stage.routes).toEqual(next);
  });

  it('is entered, too, when it began while the line was lost, and once', () => {
    stage.open(over);
    comeBack();
    comeBack();
    expect(stage.routes).toEqual(next);
  });

  it('is not entered by a spectator, nor by who comes later', () => {
    stage.open(over, { you: null });
    begin();
    cleanup();
    stage = new Stage();
    stage.open(over, { rematchId: 'g2' });
    expect(stage.routes).toEqual([]);
  });

  it('is not asked of an empty seat', async () => {
    const free = { name: '', online: false } as const;
    stage.open(over);
    const plate = await screen.findByRole('dialog');
    expect(within(plate).getByRole('button', { name: 'Rematch' })).toBeTruthy();
    cleanup();
    stage = new Stage();
    stage.open(over, { players: [{ name: 'lin', online: true }, free] });
    await screen.findByRole('dialog');
    expect(screen.queryByRole('button', { name: 'Rematch' })).toBeNull();
  });

  it('is entered by the button, too', async () => {
    stage.open(over, { rematchId: 'g2' });
    fireEvent.click(await screen.findByText('New game'));
    expect(stage.routes).toEqual(next);
  });
});
