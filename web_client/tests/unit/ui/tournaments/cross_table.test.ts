import { expect, it } from 'vitest';
import { crossTable } from '../../../../src/ui/tournaments/cross_table';

it('reads quoted names, commas in them, and empty cells', () => {
  expect(crossTable('number,name,round 1\r\n1,"Lin, ""the"" 2",2a 1\r\n2,"\'=Mei",\r\n')).toEqual([
    ['number', 'name', 'round 1'],
    ['1', 'Lin, "the" 2', '2a 1'],
    ['2', '=Mei', ''],
  ]);
});
