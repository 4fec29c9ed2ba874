import { expect, it } from 'vitest';
import { shapeOf, withShape } from '../../../../src/ui/study/study_board';

it('draws in the chosen colour, or in that of the key', () => {
  const circle = { from: 'h8', to: 'h8', colour: 'orange' } as const;
  expect(shapeOf(circle, 'green', '')).toEqual({ brush: 'green', from: 'h8' });
  expect(shapeOf(circle, 'green', 'A')).toEqual({ brush: 'green', from: 'h8', label: 'A' });
  expect(shapeOf({ ...circle, to: 'i9', colour: 'red' }, 'green', 'A')).toEqual({ brush: 'red', from: 'h8', to: 'i9' }); // prettier-ignore
});

it('wipes the same shape, and draws another over it', () => {
  const green = { brush: 'green', from: 'h8' } as const;
  const red = { brush: 'red', from: 'h8' } as const;
  const arrow = { brush: 'green', from: 'h8', to: 'i9' } as const;
  expect(withShape([green, arrow], green)).toEqual([arrow]);
  expect(withShape([green, arrow], red)).toEqual([arrow, red]);
  expect(withShape([green], { ...green, label: 'A' })).toEqual([{ ...green, label: 'A' }]);
});
