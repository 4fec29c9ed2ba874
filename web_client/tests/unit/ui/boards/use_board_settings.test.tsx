// @vitest-environment happy-dom
import type { ReadonlySignal } from '@preact/signals';
import { afterEach, expect, it } from 'vitest';
import type { BoardSettings } from '../../../../src/board/board';
import { useBoardSettings } from '../../../../src/ui/boards/use_board_settings';
import { cleanup } from '../screen';
import { Site } from '../site';

afterEach(cleanup);

it.each([
  ['auto', 'direct'],
  ['direct', 'direct'],
  ['confirm', 'confirm'],
] as const)(
  'places by one tap where nothing is at stake, unless that is to be confirmed: %s',
  (placing, taken) => {
    const site = new Site();
    site.preferences.change({ placing });
    let settings: ReadonlySignal<Partial<BoardSettings>> | null = null;
    const Page = () => {
      settings = useBoardSettings(() => ({ targets: true }));
      return null;
    };
    site.open(<Page />);
    expect(settings).toMatchObject({ value: { placing: taken, targets: true } });
  },
);
