import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { isNotFound } from '../../protocol/connection';
import { isInRounds, MOST_GAMES, tournamentFile, type Tournament } from '../../protocol/tournaments';
import { timeName } from '../../state/time_control';
import { useScrollRestoration } from '../core/use_scroll_restoration';
import { useTitle } from '../core/use_title';
import { NotFoundPage } from '../pages/not_found_page';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { Countdown } from './countdown';
import { Direction } from './direction';
import { MyPart } from './my_part';
import { PrintButtons } from './print_buttons';
import { RoundCard } from './round_card';
import { Rulings } from './rulings';
import { Standings } from './standings';
import { useTournament } from './use_tournament';

/** A tournament: what one may do, who leads, and a round: at `first` of that number, or 0 for the last. Which one was
 *  chosen stands in the address: Back from one of its games brings it back. */
export function TournamentPage({ id, first }: { id: string; first: number }) {
  const { navigation, preferences } = useServices();
  const { t } = preferences;
  const [round, setRound] = useState(() => Number(navigation.query(['round']).round ?? first));
  const choose = (one: number): void => {
    navigation.setQuery({ round: String(one) });
    setRound(one);
  };
  const { tournament, readAt, error, refresh } = useTournament(id, round);
  useTitle(tournament?.name ?? t('games.tournaments'));
  useScrollRestoration(tournament !== null);
  if (isNotFound(error)) return <NotFoundPage text={t('tournament.lost')} />;
  if (!tournament)
    return (
      <main class="page" aria-busy={error === null}>
        {error !== null && <LoadError error={error} onRetry={refresh} />}
      </main>
    );
  return (
    <main class="page">
      <Heading tournament={tournament}>
        <MyPart tournament={tournament} onDone={refresh} />
        {!tournament.myGame && <Countdown ms={tournament.nextRoundMs} readAt={readAt} />}
        {tournament.own && <Direction tournament={tournament} onDone={refresh} />}
      </Heading>
      {error !== null && tournament.round && tournament.round.number !== (round || tournament.paired) && (
        <LoadError error={error} onRetry={refresh} />
      )}
      {tournament.round && (
        <RoundCard tournament={tournament} round={tournament.round} onRound={choose} onDone={refresh} />
      )}
      <Standings tournament={tournament} />
      <Rulings tournament={tournament} />
    </main>
  );
}

/**
 * Name and terms; what one may do, while a clock may run; files. Where all games are more than a file may have, the
 * file is that of the shown round.
 */
function Heading({ tournament, children }: { tournament: Tournament; children: ComponentChildren }) {
  const { t, ruleNames } = useServices().preferences;
  const { id, name, game, rule, opening, phase, format, lengthMs, initialMs, incrementMs } = tournament;
  const { director, round, games, hostSide, hostExtraMs, clubId, clubName } = tournament;
  const facts = [
    t(`game.${game}`),
    ...ruleNames(game, rule, opening),
    t(`tournament.format.${format}`),
    ...(hostSide ? [t(`tournament.host.${hostSide}`)] : []),
    ...(lengthMs ? [t('tournament.minutes', { n: lengthMs / 60_000 })] : []),
    t('lobby.casual'),
    timeName({ initial: initialMs, increment: incrementMs }),
    ...(hostExtraMs ? [`${t('tournament.host.extra')}: ${hostExtraMs / 60_000}`] : []),
    t('tournament.players', { n: tournament.players.length }),
    t('tournament.director', { name: director }),
  ];
  const isWhole = games <= MOST_GAMES;
  return (
    <>
      <div>
        <RouteLink class="caption" to={{ page: 'tournaments' }}>
          {t('games.tournaments')}
        </RouteLink>
        {clubId && clubName && (
          <>
            {' · '}
            <RouteLink class="caption" to={{ page: 'clubs', id: clubId }}>
              {clubName}
            </RouteLink>
          </>
        )}
        <h1>{name}</h1>
        <p class="row wrap muted">
          <span class="tag">{t(`tournament.phase.${phase}`)}</span> {facts.filter(Boolean).join(' · ')}
        </p>
      </div>
      {children}
      {round && (
        <div class="row wrap">
          <a class="button" href={tournamentFile(id, 'format=csv')} download>
            {t('tournament.table')}
          </a>
          {isInRounds(format) && (
            <a class="button" href={tournamentFile(id, 'format=trf')} download>
              {t('tournament.report')}
            </a>
          )}
          <a class="button" href={tournamentFile(id, isWhole ? '' : `round=${round.number}`)} download>
            {t('profile.history')}
            {!isWhole && ` (${t('tournament.round')} ${round.number})`}
          </a>
          <PrintButtons tournament={tournament} />
        </div>
      )}
    </>
  );
}
