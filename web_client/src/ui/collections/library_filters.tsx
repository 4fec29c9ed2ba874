import { useState } from 'preact/hooks';
import type { GameName } from '../../protocol/types';
import { useOpenings } from '../people/game_filters';
import { NameSearch } from '../people/name_search';
import { useServices } from '../services/services';
import { isNarrowed, results, sorts, type LibraryFilter, type LibraryKey } from './library_filter';

interface Props {
  readonly filter: LibraryFilter;
  /** Of which openings are offered, where it is known. */
  readonly game: GameName | undefined;
  readonly onChange: (some: LibraryFilter) => void;
}

const texts = ['player', 'event', 'from', 'to', 'minPlies', 'maxPlies'] as const;

/**
 * What games of a collection are looked for, and in which order they stand. Texts are told after a pause in typing,
 * as all filters of names are.
 */
export function LibraryFilters({ filter, game, onChange }: Props) {
  const { t } = useServices().preferences;
  const openings = useOpenings(game ?? 'all');
  // Only at first: one who empties a field is still there.
  const [isOpen] = useState(isNarrowed({ ...filter, name: '' }));
  const choice = (key: LibraryKey, label: string, options: readonly (readonly [string, string])[]) => (
    <label class="field">
      {label}
      <select
        class="input"
        value={filter[key] ?? options[0]?.[0]}
        onChange={(event) => onChange({ [key]: event.currentTarget.value })}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  const any = ['', t('games.result.any')] as const;
  return (
    <search class="filters card">
      <NameSearch
        label={t('library.filter.name')}
        name={filter.name ?? ''}
        onName={(name) => onChange({ name })}
      />
      <details open={isOpen}>
        <summary>{t('games.filters')}</summary>
        <div class="filter-fields">
          {texts.map((key) => (
            <div key={key} class="field">
              {t(`library.filter.${key}`)}
              <NameSearch
                label={t(`library.filter.${key}`)}
                name={filter[key] ?? ''}
                onName={(text) => onChange({ [key]: text })}
              />
            </div>
          ))}
          {choice('result', t('games.result'), [
            any,
            ...results.map(
              (one) => [one, one === 'draw' ? t('result.draw') : t(`games.result.${one}`)] as const,
            ),
          ])}
          {openings.length > 0 && choice('opening', t('opening.label'), [any, ...openings])}
        </div>
      </details>
      {!filter.player &&
        choice(
          'sort',
          t('library.sort'),
          sorts.map((one) => [one, t(`library.sort.${one}`)]),
        )}
    </search>
  );
}
