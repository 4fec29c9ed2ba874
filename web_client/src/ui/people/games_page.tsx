import pagesStyle from '../../style/pages.css?inline';
import { useEffect, useRef, useState } from 'preact/hooks';
import { peopleWords as words } from '../../i18n/people_words';
import { fetchGames } from '../../protocol/http';
import type { OpeningNames } from '../../games/kit/openings';
import { gameNames, type GameName, type GameSummary } from '../../protocol/types';
import { RouteLink } from '../parts/route_link';
import { GameRow } from '../parts/game_row';
import { Resume, useUnfinished } from '../parts/resume';
import { Failure } from '../parts/failure';
import { RoomIcon } from '../parts/room_icon';
import { Segment } from '../parts/segment';
import { useServices } from '../services/services';
import { ImportDialog } from './import_dialog';
import { chosenOf, filterKeys, filterOf, hasMore, queryOf, rulesOfGame, type Filter } from './filter';
import { adopt } from '../parts/style';

adopt(pagesStyle);

export { words, GamesPage as view };

/** The visitor's unfinished games, and the archive: all finished games, newest first. What is looked for stands in the address. */
function GamesPage() {
  const { navigation, preferences } = useServices();
  const { t } = preferences;
  const [filter, setFilter] = useState<Filter>(() => filterOf(navigation.query(filterKeys)));
  const look = (some: Partial<Filter>): void => {
    const wanted = { ...filter, ...some };
    navigation.setQuery(chosenOf(wanted));
    setFilter(wanted);
  };
  const [importing, setImporting] = useState(false);
  useEffect(() => void (document.title = `${t('games.title')} · Sanqi 三棋`), []);
  return (
    <main class="page">
      <div class="card-head">
        <h1>{t('games.title')}</h1>
        <span class="space" />
        <RouteLink class="button" to={{ page: 'leaderboard' }}>
          <RoomIcon name="people" size={16} /> {t('leaderboard.title')}
        </RouteLink>
        <RouteLink class="button" to={{ page: 'analysis' }}>
          <RoomIcon name="board" size={16} /> {t('games.board')}
        </RouteLink>
        <button class="button" onClick={() => setImporting(true)}>
          <RoomIcon name="down" size={16} /> {t('import.title')}
        </button>
      </div>
      <Unfinished />
      <Filters filter={filter} onChange={look} />
      <GameRows filter={filter} />
      {importing && <ImportDialog onClose={() => setImporting(false)} />}
    </main>
  );
}

function Unfinished() {
  const { t } = useServices().preferences;
  const games = useUnfinished();
  if (games.length === 0) return null;
  return (
    <nav class="card unfinished" aria-labelledby="unfinished">
      <h2 id="unfinished">{t('games.unfinished')}</h2>
      {games.map((game) => (
        <Resume key={game.gameId} game={game} />
      ))}
    </nav>
  );
}

interface FiltersProps {
  readonly filter: Filter;
  readonly onChange: (some: Partial<Filter>) => void;
}

function Filters({ filter, onChange }: FiltersProps) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const user = account.user.value;
  return (
    <search class="filters card">
      <Segment<GameName | 'all'>
        label={t('games.title')}
        options={[['all', t('games.all')], ...gameNames.map((game) => [game, t(`game.${game}`)] as const)]}
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
      <input
        class="input narrow"
        type="search"
        placeholder={t('games.search')}
        aria-label={t('games.search')}
        value={filter.player}
        onChange={(event) => onChange({ player: event.currentTarget.value.trim() })}
      />
      <details open={hasMore(filter)}>
        <summary>{t('games.filters')}</summary>
        <MoreFilters filter={filter} onChange={onChange} />
      </details>
    </search>
  );
}

function MoreFilters({ filter, onChange }: FiltersProps) {
  const { t, named } = useServices().preferences;
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
  const field = (key: 'opponent' | 'from' | 'to', label: string, type: 'search' | 'date') => (
    <label class="field">
      {label}
      <input
        class="input"
        {...({ type } as { type: 'search' })}
        value={filter[key]}
        onChange={(event) => onChange({ [key]: event.currentTarget.value.trim() })}
      />
    </label>
  );
  return (
    <div class="filter-fields">
      {field('opponent', t('games.opponent'), 'search')}
      {rules.length > 1 &&
        choice(
          'rule',
          t('games.rule'),
          rules.map((rule) => [rule, named(`rule.${filter.game}.${rule}`, 'name', rule)]),
        )}
      {openings.length > 0 && choice('opening', t('opening.label'), openings)}
      {choice(
        'result',
        t('games.result'),
        (['first', 'second', 'draw'] as const).map((result) => [result, t(`games.result.${result}`)]),
      )}
      {field('from', t('games.from'), 'date')}
      {field('to', t('games.to'), 'date')}
    </div>
  );
}

/** Openings of a game that may be looked for: a chapter by its letter, or one by its name. */
function useOpenings(game: GameName | 'all'): readonly (readonly [string, string])[] {
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

function GameRows({ filter }: { filter: Filter }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const user = account.user.value?.id ?? null;
  const mine = filter.mine === '' ? null : user;
  const [failure, setFailure] = useState<unknown>(null);
  const [games, setGames] = useState<readonly GameSummary[]>([]);
  const [cursor, setCursor] = useState<string | null>(null);
  const [loading, setLoading] = useState(true);
  const asked = useRef<Filter>(filter);

  const load = async (from: string | null): Promise<void> => {
    asked.current = filter;
    setLoading(true);
    setFailure(null);
    try {
      const list = await fetchGames(queryOf(filter, mine, from), mine && account.token);
      // An answer to an older question is no answer.
      if (asked.current !== filter) return;
      setGames((before) => (from === null ? list.games : [...before, ...list.games]));
      setCursor(list.cursor ?? null);
    } catch (error) {
      if (asked.current !== filter) return;
      if (from === null) setGames([]);
      setFailure(error);
    }
    setLoading(false);
  };
  const waitsForUser = filter.mine !== '' && user === null;
  useEffect(() => {
    if (!waitsForUser) void load(null);
  }, [filter, mine, waitsForUser]);
  return (
    <section class="card list-card" aria-busy={loading}>
      {failure !== null && (
        <Failure error={failure} onRetry={() => void load(games.length === 0 ? null : cursor)} />
      )}
      {!loading && failure === null && games.length === 0 && <p class="empty">{t('games.none')}</p>}
      <ul class="rows">
        {games.map((one) => (
          <GameRow key={one.gameId} game={one} />
        ))}
      </ul>
      {cursor !== null && failure === null && (
        <button class="button more" disabled={loading} onClick={() => void load(cursor)}>
          {t('games.more')}
        </button>
      )}
    </section>
  );
}
