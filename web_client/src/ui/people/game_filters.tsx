import { useEffect, useState } from 'preact/hooks';
import type { OpeningNames } from '../../games/kit/openings';
import type { GameName } from '../../protocol/types';
import { gameOptions, Segment } from '../parts/segment';
import { useServices } from '../services/services';
import { hasMore, rulesOfGame, type Filter } from './filter';
import { NameSearch } from './name_search';

interface FiltersProps {
  readonly filter: Filter;
  readonly onChange: (some: Partial<Filter>) => void;
}

/** What games are looked for. */
export function Filters({ filter, onChange }: FiltersProps) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const user = account.user.value;
  // Only at first: one who empties a field is still there.
  const [isOpen] = useState(hasMore(filter));
  return (
    <search class="filters card">
      <Segment<GameName | 'all'>
        label={t('nav.games')}
        options={[['all', t('lobby.all')], ...gameOptions(t)]}
        value={filter.game}
        onChange={(game) => onChange({ game, rule: '', opening: '' })}
      />
      {/* The visitor is known once the server has sent its welcome; the place is kept for it. */}
      <label class="row">
        <input
          type="checkbox"
          disabled={!user}
          checked={filter.mine !== ''}
          onChange={(event) => onChange({ mine: event.currentTarget.checked ? 'yes' : '' })}
        />
        {t('games.mine')}
      </label>
      <NameSearch
        label={t('leaderboard.player')}
        name={filter.player}
        onName={(player) => onChange({ player })}
      />
      <details open={isOpen}>
        <summary>{t('games.filters')}</summary>
        <MoreFilters filter={filter} onChange={onChange} />
      </details>
    </search>
  );
}

/** Fields that are seldom wanted. Rules and openings are those of the chosen game, and go with it. */
function MoreFilters({ filter, onChange }: FiltersProps) {
  const { t, ruleName } = useServices().preferences;
  const rules = rulesOfGame(filter.game);
  const openings = useOpenings(filter.game);
  const choice = (
    key: 'rule' | 'opening' | 'result',
    label: string,
    options: readonly (readonly [string, string])[],
  ) => (
    <label class="field">
      {label}
      <select
        class="input"
        value={filter[key]}
        onChange={(event) => onChange({ [key]: event.currentTarget.value })}
      >
        <option value="">{t('games.result.any')}</option>
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  const day = (key: 'from' | 'to', label: string) => (
    <label class="field">
      {label}
      <input
        class="input"
        type="date"
        value={filter[key]}
        onChange={(event) => onChange({ [key]: event.currentTarget.value.trim() })}
      />
    </label>
  );
  return (
    <div class="filter-fields">
      <label class="field">
        {t('games.opponent')}
        <NameSearch
          label={t('games.opponent')}
          name={filter.opponent}
          onName={(opponent) => onChange({ opponent })}
        />
      </label>
      {rules.length > 1 &&
        choice(
          'rule',
          t('rule.label'),
          rules.map((rule) => [rule, ruleName(filter.game as GameName, rule)]),
        )}
      {openings.length > 0 && choice('opening', t('opening.label'), openings)}
      {choice('result', t('games.result'), [
        ['first', t('games.result.first')],
        ['second', t('games.result.second')],
        ['draw', t('result.draw')],
      ])}
      {day('from', t('games.from'))}
      {day('to', t('games.to'))}
    </div>
  );
}

/**
 * Openings of a game that may be looked for: a chapter by its letter, or one by its name. Empty until the file of
 * names is here, and where it cannot be had: then one filters without.
 */
export function useOpenings(game: GameName | 'all'): readonly (readonly [string, string])[] {
  const { language } = useServices().preferences.settings.value;
  const [all, setAll] = useState<Partial<Record<string, OpeningNames>>>({});
  useEffect(
    () =>
      void import('../../games/openings').then(
        ({ openings }) => setAll(openings),
        () => undefined,
      ),
    [],
  );
  const names = [...(all[game] ?? [])];
  const chapters = new Set(names.map(([code]) => code.replace(/\d.*/, '')));
  return [
    ...[...chapters].filter(Boolean).map((letter) => [letter, letter] as const),
    ...names.map(([code, name]) => [code, `${name.code} ${name[language]}`] as const),
  ];
}
