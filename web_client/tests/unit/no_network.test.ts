import { expect, it } from 'vitest';

it('unit tests ask no server', async () => {
  await expect(fetch('/api')).rejects.toThrow('no server');
});
