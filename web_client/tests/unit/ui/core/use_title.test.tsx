// @vitest-environment happy-dom
import { afterEach, expect, it } from 'vitest';
import { memoryStorage } from '../../memory_storage';
import { NotFoundPage } from '../../../../src/ui/pages/not_found_page';
import { Navigation } from '../../../../src/ui/services/navigation';
import { Preferences } from '../../../../src/ui/services/preferences';
import { ServicesContext, type Services } from '../../../../src/ui/services/services';
import { cleanup, render, waitFor } from '../screen';

afterEach(cleanup);

it('titles the tab in the language that is switched to', async () => {
  const preferences = new Preferences(memoryStorage(), ['en']);
  await preferences.loadRoomWords();
  const services = { preferences, navigation: new Navigation() } as unknown as Services;
  render(
    <ServicesContext.Provider value={services}>
      <NotFoundPage />
    </ServicesContext.Provider>,
  );
  const english = document.title;
  expect(english).toMatch(/^[A-Z].* · Sanqi 三棋$/);
  preferences.change({ language: 'zh-Hans' });
  await waitFor(() => expect(document.title).not.toBe(english));
  expect(document.title).toBe(`${preferences.t('lost.title')} · Sanqi 三棋`);
});
