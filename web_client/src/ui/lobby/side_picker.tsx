import type { Side } from '../../protocol/types';
import { Segment } from '../parts/segment';
import { useWords } from '../services';
import type { Setup } from './setup';

export function SidePicker({ setup }: { setup: Setup }) {
  const { t } = useWords();
  const game = setup.game.value;
  return (
    <Segment<Side | 'random'>
      label={t('side.label')}
      options={[
        ['first', t(`side.${game}.first`)],
        ['random', t('side.random')],
        ['second', t(`side.${game}.second`)],
      ]}
      value={setup.side.value}
      onChange={(side) => setup.sit(side)}
    />
  );
}
