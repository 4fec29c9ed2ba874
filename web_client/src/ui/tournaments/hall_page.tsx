import hallStyle from '../../style/hall.css?inline';
import { useEffect, useState } from 'preact/hooks';
import { isNotFound } from '../../protocol/connection';
import { fetchServerUrls, isInRounds, tournamentQr, type Tournament } from '../../protocol/tournaments';
import { timeName } from '../../state/time_control';
import { singleClick } from '../core/in_flight';
import { adoptStyles } from '../core/style';
import { useAsync } from '../core/use_async';
import { useTitle } from '../core/use_title';
import { requestWakeLock } from '../core/wake_lock';
import { NotFoundPage } from '../pages/not_found_page';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { Select } from '../parts/select';
import { useServices } from '../services/services';
import { Countdown } from './countdown';
import { HallTables } from './hall_tables';
import { pointsText } from './standings';
import { useAct } from './use_act';
import { useRotation } from './use_rotation';
import { useTournament } from './use_tournament';

adoptStyles(hallStyle);

export { HallPage as view };

/** Who joins looks there for their name. */
const EVERY_MS = 2_000;
const NAMES_AT_A_TIME = 30;
const RANKS_AT_A_TIME = 15;

/** A tournament on a big screen: how to join it, then who plays whom, the clocks, and who leads. Its name leads back. */
function HallPage({ id }: { id: string }) {
  const { t } = useServices().preferences;
  const { tournament, readAt, error, refresh } = useTournament(id, 'all', EVERY_MS);
  useTitle(tournament?.name ?? t('games.tournaments'));
  useEffect(() => requestWakeLock(() => true), []);
  if (isNotFound(error)) return <NotFoundPage text={t('tournament.lost')} />;
  if (!tournament)
    return (
      <main class="page" aria-busy={error === null}>
        {error !== null && <LoadError error={error} onRetry={refresh} />}
      </main>
    );
  const { name, phase, nextRoundMs } = tournament;
  return (
    <main class="hall">
      <header class="hall-head">
        <h1>
          <RouteLink class="cut" to={{ page: 'tournaments', id }}>
            {name}
          </RouteLink>
        </h1>
        <Facts tournament={tournament} />
        <Countdown ms={nextRoundMs} readAt={readAt} />
      </header>
      {phase === 'open' ? (
        <Gathering tournament={tournament} onDone={refresh} />
      ) : (
        <>
          <HallTables tournament={tournament} />
          <Leaders tournament={tournament} />
        </>
      )}
    </main>
  );
}

function Facts({ tournament }: { tournament: Tournament }) {
  const { t, ruleNames } = useServices().preferences;
  const { game, rule, opening, format, rounds, paired, initialMs, incrementMs, phase, paused } = tournament;
  const hasRound = phase === 'running' && paired > 0 && isInRounds(format);
  const facts = [
    t(`game.${game}`),
    ...ruleNames(game, rule, opening),
    timeName({ initial: initialMs, increment: incrementMs }),
    hasRound
      ? t('tournament.round.of', { n: paired, all: Math.max(rounds, paired) })
      : t(`tournament.format.${format}`),
    ...(phase === 'finished' || phase === 'cancelled' ? [t(`tournament.phase.${phase}`)] : []),
    ...(paused ? [t('tournament.paused')] : []),
  ];
  return <p class="cut">{facts.join(' · ')}</p>;
}

const hostOf = (url: string): string => url.replace(/^https?:\/\//, '');

interface GatheringProps {
  readonly tournament: Tournament;
  readonly onDone: () => void;
}

/**
 * Before it begins: the way in, and who is there. The director alone starts it, and chooses the address that phones
 * reach where the server has several.
 */
function Gathering({ tournament, onDone }: GatheringProps) {
  const { t } = useServices().preferences;
  const { id, players, own } = tournament;
  const act = useAct(id, onDone);
  const { value: urls } = useAsync(fetchServerUrls, []);
  const [chosen, choose] = useState<string | null>(null);
  const url = chosen ?? urls?.[0] ?? location.origin;
  const here = players
    .map(({ name, attendance }, number) => ({ name, attendance, number }))
    .filter(({ attendance }) => attendance === 'here');
  const names = useRotation(here, NAMES_AT_A_TIME);
  const count = t('tournament.players', { n: here.length });
  return (
    <>
      <section class="hall-names" aria-labelledby="hall-names">
        <h2 id="hall-names">{count}</h2>
        <ul>
          {names.map(({ name, number }) => (
            <li key={number} class="cut">
              <bdi>{name}</bdi>
            </li>
          ))}
        </ul>
      </section>
      <section class="hall-join" aria-label={t('lobby.code.join')}>
        <img class="hall-qr qr" src={tournamentQr(id, chosen)} width="400" height="400" alt="QR" />
        <p>{t('tournament.join.how')}</p>
        <p class="hall-address">{`${hostOf(url)}/t`}</p>
        {own && urls && urls.length > 1 && (
          <Select
            label={t('tournament.address')}
            value={url}
            options={urls}
            nameOf={hostOf}
            onChange={choose}
          />
        )}
        {own && (
          <button class="button primary" onClick={singleClick(() => void act('start'))}>
            {t('tournament.start')}
          </button>
        )}
      </section>
    </>
  );
}

/** So many at a time: the others take turns. */
function Leaders({ tournament }: { tournament: Tournament }) {
  const { t } = useServices().preferences;
  const { standings, players } = tournament;
  const part = useRotation(standings, RANKS_AT_A_TIME);
  return (
    <section class="hall-leaders" aria-labelledby="hall-leaders">
      <h2 id="hall-leaders">{t('tournament.standings')}</h2>
      <ol>
        {part.map(({ rank, player, points }) => (
          <li key={player}>
            <span class="hall-rank">{rank}</span>
            <bdi class="cut">{players[player - 1]?.name}</bdi>
            <b>{pointsText(points)}</b>
          </li>
        ))}
      </ol>
    </section>
  );
}
