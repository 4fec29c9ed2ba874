// @vitest-environment happy-dom
import { signal } from '@preact/signals';
import { afterEach, expect, it, vi } from 'vitest';
import { startAnnouncer, words } from '../../../../../src/ui/room/announce/announcer';
import { Stage } from '../../stage';
import { cleanup } from '../../screen';

vi.mock('../../../../../src/ui/core/layout', () => ({ layout: signal('columns'), isNarrow: signal(false) }));
vi.mock('../../../../../src/ui/room/announce/announcer', () => ({
  words: { en: {} },
  startAnnouncer: vi.fn(() => () => undefined),
}));

afterEach(cleanup);

it('has the words of a room before it is heard', async () => {
  const stage = new Stage();
  let come: () => void = () => undefined;
  const asked = vi.spyOn(stage.services.preferences, 'addWords').mockImplementation((page) => {
    return page === words ? new Promise((resolve) => (come = resolve)) : Promise.resolve();
  });
  stage.open();
  await vi.waitFor(() => expect(asked).toHaveBeenCalledWith(words), 30_000);
  expect(startAnnouncer).not.toHaveBeenCalled();
  come();
  await vi.waitFor(() => expect(startAnnouncer).toHaveBeenCalledOnce(), 30_000);
});
