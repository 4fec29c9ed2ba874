// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { memoryStorage } from '../../memory_storage';
import { Thumbnail } from '../../../../src/ui/people/game_row';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { cleanup, render, seen, waitFor } from '../screen';

afterEach(cleanup);

// What stands beside it would move when the file of the picture comes.
it('takes the same place before its picture is there and after', async () => {
  const preferences = new Preferences(memoryStorage(), ['en']);
  render(
    <ServicesContext.Provider value={{ preferences } as unknown as Services}>
      <Thumbnail game="xiangqi" position="4k4/9/9/9/9/9/9/9/9/4K4 w" />
      <Thumbnail game="gomoku" />
    </ServicesContext.Provider>,
  );
  const classes = (): readonly string[] =>
    [...document.querySelectorAll('.thumbnail')].map((one) => one.className.trim());
  expect(document.querySelector('.mini-board')).toBeNull();
  expect(classes()).toEqual(['thumbnail whole', 'thumbnail']);
  await waitFor(() => seen('.mini-board'));
  expect(classes()).toEqual(['thumbnail whole', 'thumbnail']);
});
