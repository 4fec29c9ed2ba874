import { render } from 'preact';
import { useState } from 'preact/hooks';
import challengesStyle from '../../style/challenges.css?inline';
import { challengeWords as words } from '../../i18n/areas/challenge_words';
import { declineReasons } from '../../protocol/challenges';
import { timeName } from '../../state/time_control';
import { adoptStyles } from '../core/style';
import { useHeldOff } from '../core/held_off';
import { singleClick } from '../core/in_flight';
import { challengesWait } from '../frame/challenges_wait';
import { ProgramMark } from '../parts/program_mark';
import { ServicesContext, useServices, useWords, type Services } from '../services/services';
import { ChallengeList, type Shown } from './challenge_list';

adoptStyles(challengesStyle);

const ROOT = 'challenges';

/** Shows, beside whatever page one is on, who challenges the visitor and whom the visitor challenges. */
export function show(services: Services): void {
  if (document.getElementById(ROOT)) return;
  const root = document.body.appendChild(document.createElement('div'));
  root.id = ROOT;
  const list = new ChallengeList(services);
  void services.preferences.addWords(words);
  services.socket.subscribe(list);
  render(
    <ServicesContext.Provider value={services}>
      <Challenges list={list} />
    </ServicesContext.Provider>,
    root,
  );
}

/** In a room only what asks the visitor, where that may be thought of, and the way to a game: others wait outside. */
export function Challenges({ list }: { list: ChallengeList }) {
  const isInRoom = useServices().navigation.route.value.page === 'room';
  const shown = list.shown.value.filter(
    ({ gameId, own }) => gameId ?? (!isInRoom || (!own && !challengesWait.now.value)),
  );
  return (
    <div class="challenges" role="status" aria-live="polite">
      {shown.map((challenge, place) => (
        <Notice key={challenge.challengeId} challenge={challenge} place={place} list={list} />
      ))}
    </div>
  );
}

interface Props {
  readonly challenge: Shown;
  readonly list: ChallengeList;
}

/** Comes over whatever is pressed at that moment, such as the buttons of a game: it takes no press at once. */
function Notice({ challenge, list, place }: Props & { readonly place: number }) {
  const { t } = useWords();
  const card = useHeldOff<HTMLElement>(place);
  const { own, from, to, rating, gameId } = challenge;
  const busy = { 'aria-busy': list.isBusy(challenge) };
  const kind = gameId !== undefined ? 'accepted' : own ? 'to' : 'from';
  return (
    <section class="card" ref={card}>
      <b>
        {t(`challenge.line.${kind}`, { name: own ? to : from })}
        <ProgramMark program={challenge.program} /> {!own && <span class="dim">{rating}</span>}
      </b>
      <Terms {...challenge} />
      <span class="row wrap">
        {gameId !== undefined ? (
          <button class="button small primary" onClick={singleClick(() => list.enter(challenge))}>
            {t('challenge.go')}
          </button>
        ) : own ? (
          <button
            class="button small"
            {...busy}
            onClick={singleClick(() => list.answer(challenge, 'withdraw'))}
          >
            {t('challenge.withdraw')}
          </button>
        ) : (
          <Answers challenge={challenge} list={list} />
        )}
      </span>
    </section>
  );
}

/** What the game would be, and which side the visitor would have. */
function Terms({ own = false, game, rule, opening, time, side, rated }: Shown) {
  const { t, ruleNames } = useWords();
  const mine = side === 'random' ? null : own === (side === 'first') ? 'first' : 'second';
  const terms = [
    t(`game.${game}`),
    ...ruleNames(game, rule, opening),
    timeName(time),
    t(rated ? 'lobby.rated' : 'lobby.casual'),
    mine && t(`side.${game}.${mine}`),
  ];
  return <span class="muted">{terms.filter(Boolean).join(' · ')}</span>;
}

/** A closed list changes at each arrow key: it only chooses the reason, and a button declines. */
function Answers({ challenge, list }: Props) {
  const { t } = useWords();
  const [reason, setReason] = useState('');
  const busy = { 'aria-busy': list.isBusy(challenge) };
  return (
    <>
      <button
        class="button small primary"
        {...busy}
        onClick={singleClick(() => list.answer(challenge, 'accept'))}
      >
        {t('challenge.accept')}
      </button>
      <button
        class="button small"
        {...busy}
        onClick={singleClick(() => list.answer(challenge, 'decline', reason))}
      >
        {t('challenge.decline')}
      </button>
      <select
        class="input small"
        aria-label={t('challenge.reason')}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      >
        <option value="">{t('challenge.why')}</option>
        {declineReasons.map((reason) => (
          <option key={reason} value={reason}>
            {t(`challenge.why.${reason}`)}
          </option>
        ))}
      </select>
    </>
  );
}
