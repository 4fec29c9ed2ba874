// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { people as english } from '../../../../src/i18n/en/people';
import { people } from '../../../../src/i18n/zh-Hans/people';
import { FileNotes } from '../../../../src/ui/people/found_games';
import { act, cleanup, screen } from '../screen';
import { Site } from '../site';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

// In Chinese it said that a part was left out, and not that the rest may come tomorrow.
it('says in each language that an address has imported what it may in a day', async () => {
  const site = new Site();
  await site.preferences.addWords({ en: english, 'zh-Hans': people });
  const message = 'your network has imported what it may in a day: import the file again tomorrow';
  site.open(<FileNotes notes={[{ line: 0, reason: 'day', message }]} />);
  expect(screen.getByText(message)).toBeTruthy();
  site.preferences.change({ language: 'zh-Hans' });
  await act(() => site.preferences.loadWords());
  expect(await screen.findByText(/明天/)).toBeTruthy();
});
