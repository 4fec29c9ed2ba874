import pagesStyle from '../../style/pages.css?inline';
import { useState } from 'preact/hooks';
import { listWords } from '../../i18n/areas/list_words';
import { peopleWords } from '../../i18n/areas/people_words';
import { tournamentWords } from '../../i18n/areas/tournament_words';
import { together } from '../../i18n/together';
import { isNotFound } from '../../protocol/connection';
import { fetchGames } from '../../protocol/http';
import { fetchProfile, type Profile, type Rating } from '../../protocol/people';
import type { GameName, GameSummary } from '../../protocol/types';
import { NotFoundPage } from '../pages/not_found_page';
import { InboxLink } from '../inbox/inbox_link';
import { LoadError } from '../parts/load_error';
import { Avatar } from '../parts/avatar';
import { ProgramMark } from '../parts/program_mark';
import { RouteLink } from '../parts/route_link';
import { GameRow, Thumbnail } from './game_row';
import { useAsync } from '../core/use_async';
import type { PageOf } from '../core/use_pages';
import { useScrollRestoration } from '../core/use_scroll_restoration';
import { useTitle } from '../core/use_title';
import { useServices } from '../services/services';
import { adoptStyles } from '../core/style';
import { PagedCard } from './paged_card';
import { RatingCurve } from './rating_curve';
import { RelationButtons } from './relations';
import { ResultsCard, Score } from './results';
import { Trophies, useTrophies } from './trophies';

adoptStyles(pagesStyle);

const words = together(peopleWords, listWords, tournamentWords);

export { words, PlayerPage as view };

const listed = { status: 'finished', limit: '20' } as const;

/** Imported games that name this player, by whomever imported: fetched when they are wanted. */
function useImported(name: string, isWanted: boolean) {
  const [wanted, setWanted] = useState('');
  const isAsked = isWanted || wanted === name;
  const ask = askFor({ player: name, imported: 'true' });
  const told = useAsync(isAsked ? ask : null, [name, isAsked]);
  return { ...told, ask, show: () => setWanted(name) };
}

/** The first page of such games, or the one that begins at a cursor. */
const askFor =
  (query: Readonly<Record<string, string>>, token: string | null = null) =>
  async (from?: string): Promise<PageOf<GameSummary>> => {
    const { games, cursor = null } = await fetchGames(
      { ...listed, ...query, ...(from !== undefined && { cursor: from }) },
      token,
    );
    return { items: games, cursor };
  };

/** A player: ratings by game and speed, results, tournaments, and the last games. */
function PlayerPage({ name }: { name: string }) {
  const { account, preferences } = useServices();
  const user = account.user.value;
  const isOwn = user?.name === name;
  useTitle(name);
  // Guests have nothing to do with others.
  const asker = account.user.value?.guest === false ? account.token : null;
  const { value: profile, error, retry } = useAsync(() => fetchProfile(name, asker), [name, asker]);
  // Private games are listed for their players only.
  const token = isOwn ? account.token : null;
  const ask = askFor({ player: name, imported: 'false' }, token);
  const list = useAsync(() => ask(), [name, isOwn]);
  const games = list.value?.items;
  const isGuest = isNotFound(error);
  const imported = useImported(name, isGuest && games?.length === 0);
  const trophies = useTrophies(profile && name);
  useScrollRestoration(Boolean(games && (isGuest || (trophies.value ?? trophies.error))));
  const failed = isGuest ? list.error : (error ?? list.error);
  if (failed !== null)
    return (
      <main class="lost">
        <LoadError error={failed} onRetry={failed === error ? retry : list.retry} />
      </main>
    );
  if (isGuest && games?.length === 0 && imported.value?.items.length === 0 && !isOwn)
    return <NotFoundPage text={preferences.t('error.no_player', { name })} />;
  return (
    <main class="page" aria-busy={!games || !(profile ?? isGuest)}>
      {profile && <Heading profile={profile} isOwn={isOwn && !user.guest} />}
      {isGuest && <GuestHeading name={name} />}
      {profile && <Ratings profile={profile} />}
      {profile && <ResultsCard name={profile.name} />}
      {profile && <Trophies {...trophies} />}
      {list.value && (profile ?? isGuest) && (
        <>
          <GameHistory title={preferences.t('profile.history')} first={list.value} ask={ask} />
          <ImportedGames {...imported} />
        </>
      )}
    </main>
  );
}

/** Or the way to them, and why they did not come: what is not known is not said to be none. */
function ImportedGames({ value, error, retry, ask, show }: ReturnType<typeof useImported>) {
  const { t } = useServices().preferences;
  const title = t('profile.imported');
  if (value) return <GameHistory title={title} first={value} ask={ask} />;
  if (error !== null) return <LoadError error={error} onRetry={retry} />;
  return (
    <p>
      <button class="button" onClick={show}>
        {title}
      </button>
    </p>
  );
}

function GuestHeading({ name }: { name: string }) {
  const { t } = useServices().preferences;
  return (
    <section class="card profile-head">
      <Avatar name={name} size={64} />
      <div>
        <h1>{name}</h1>
        <p class="muted">{t('profile.guest')}</p>
      </div>
    </section>
  );
}

function Heading({ profile, isOwn }: { profile: Profile; isOwn: boolean }) {
  const { preferences } = useServices();
  const { t } = preferences;
  const day = new Intl.DateTimeFormat(preferences.settings.value.language, { dateStyle: 'long' });
  return (
    <section class="card profile-head">
      <Avatar name={profile.name} size={64} />
      <div>
        <h1>{profile.name}</h1>
        <ProgramMark program={profile.program} />
        {profile.created !== undefined && (
          <p class="muted">{t('profile.since', { day: day.format(profile.created) })}</p>
        )}
      </div>
      {isOwn && (
        <>
          <InboxLink />
          <RouteLink class="button" to={{ page: 'account' }}>
            {t('account.title')}
          </RouteLink>
        </>
      )}
      {profile.you && <RelationButtons key={profile.name} {...profile} you={profile.you} />}
      <span class="space" />
      <Score {...profile.games} isPublic />
    </section>
  );
}

function Ratings({ profile }: { profile: Profile }) {
  const { t } = useServices().preferences;
  const rows = Object.entries(profile.ratings).flatMap(([game, speeds]) =>
    Object.entries(speeds).map(([speed, rating]) => ({ game: game as GameName, speed, rating })),
  );
  return (
    <section class="card list-card" aria-labelledby="ratings-title">
      <h2 id="ratings-title">{t('profile.ratings')}</h2>
      {rows.length === 0 && <p class="empty">{t('profile.ratings.none')}</p>}
      <ul class="rating-tiles">
        {rows.map(({ game, speed, rating }) => (
          <RatingTile
            key={`${game} ${speed}`}
            name={profile.name}
            game={game}
            speed={speed}
            rating={rating}
          />
        ))}
      </ul>
    </section>
  );
}

interface RatingTileProps {
  readonly name: string;
  readonly game: GameName;
  readonly speed: string;
  readonly rating: Rating;
}

/** A rating; it opens on the curve that led to it. */
function RatingTile({ name, game, speed, rating }: RatingTileProps) {
  const { t, named } = useServices().preferences;
  const [isOpen, setOpen] = useState(false);
  return (
    <li>
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <Thumbnail game={game} />
          <span class="rating-words">
            <span>
              {t(`game.${game}`)} <span class="muted">· {named('speed', speed)}</span>
            </span>
            <small class="muted">
              {t('profile.games', { n: rating.games })}
              {rating.provisional && ` · ${t('profile.provisional')}`}
            </small>
          </span>
          <span class="space" />
          <span class="rating-number">
            <b>{Math.round(rating.rating)}</b>
            <small class="dim">± {Math.round(rating.deviation)}</small>
          </span>
        </summary>
        {isOpen && <RatingCurve name={name} game={game} speed={speed} />}
      </details>
    </li>
  );
}

interface HistoryProps {
  readonly title: string;
  readonly first: PageOf<GameSummary>;
  readonly ask: (cursor: string) => Promise<PageOf<GameSummary>>;
}

/** Games, newest first. */
function GameHistory(props: HistoryProps) {
  const { t } = useServices().preferences;
  return (
    <PagedCard
      {...props}
      none={t('games.none')}
      more={t('games.more')}
      row={(game) => <GameRow key={game.gameId} game={game} />}
    />
  );
}
