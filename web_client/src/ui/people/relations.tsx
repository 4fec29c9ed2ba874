import { useState } from 'preact/hooks';
import {
  challengers,
  fetchRelations,
  hidePresence,
  limitChallenges,
  relate,
  type ChallengedBy,
  type RelationLine,
  type You,
} from '../../protocol/people';
import { lazy, nothing } from '../core/lazy';
import { Select } from '../parts/select';
import { InFlight, singleClick } from '../core/in_flight';
import { useAsync } from '../core/use_async';
import { useKept } from '../core/use_kept';
import { LoadError } from '../parts/load_error';
import { ProgramMark } from '../parts/program_mark';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { OpenedCard } from './results';

const ChallengeDialog = lazy(() => import('../challenges/challenge_dialog'), nothing);

interface Subject {
  readonly name: string;
  readonly program?: boolean | undefined;
}

const none: You = { follows: false, blocks: false, followsYou: false };

/** Whether the visitor follows or blocks this player, to be changed: once at a time, as each answer says what holds. */
export function RelationButtons({ name, program, you: before }: Subject & { readonly you: You }) {
  const { account, preferences, toasts } = useServices();
  const [you, setYou] = useState(before);
  const [inFlight] = useState(() => new InFlight());
  const button = (kind: 'follow' | 'block', is: boolean, after: You) => (
    <button
      class="button"
      aria-busy={inFlight.has(name)}
      onClick={singleClick(() => {
        inFlight
          .run(name, async () => {
            await relate(account.token, name, kind, !is);
            setYou(after);
          })
          .catch((error: unknown) => toasts.showError(error));
      })}
    >
      {preferences.t(`relation.do.${is ? 'un' : ''}${kind}`)}
    </button>
  );
  return (
    <>
      {!you.blocks && button('follow', you.follows, { ...you, follows: !you.follows })}
      {button('block', you.blocks, { ...none, blocks: !you.blocks })}
      {!you.blocks && <ChallengeButton name={name} program={program} />}
      {you.followsYou && <span class="tag">{preferences.t('relation.followsYou')}</span>}
    </>
  );
}

function ChallengeButton(subject: Subject) {
  const { t } = useServices().preferences;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button class="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {t('relation.challenge')}
      </button>
      {isOpen && <ChallengeDialog {...subject} onClose={() => setOpen(false)} />}
    </>
  );
}

/** Whom the visitor follows and blocks. */
export function RelationsCard() {
  const { t } = useServices().preferences;
  return <OpenedCard title={t('relation.title')} content={() => <Lists />} />;
}

function Lists() {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const { value, error, retry } = useAsync(() => fetchRelations(account.token), []);
  if (error !== null) return <LoadError error={error} onRetry={retry} />;
  if (value === null) return <div class="space" aria-busy="true" />;
  const lists = [
    ['following', value.following],
    ['blocked', value.blocked],
  ] as const;
  return (
    <div>
      <p class="muted">{t('relation.hint')}</p>
      <Hiding before={value.hidden === true} />
      <Challengers before={value.challengedBy ?? 'everyone'} />
      {lists.map(
        ([kind, lines]) =>
          lines.length > 0 && (
            <section key={kind}>
              <h3>{t(`relation.list.${kind}`)}</h3>
              <ul class="rows">
                {lines.map((line) => (
                  <Line key={line.name} {...line} />
                ))}
              </ul>
            </section>
          ),
      )}
    </div>
  );
}

function Hiding({ before }: { before: boolean }) {
  const { t } = useServices().preferences;
  const [isHidden, hide] = useKept(before, hidePresence);
  return (
    <label class="row">
      <input type="checkbox" checked={isHidden} onChange={() => hide((was) => !was)} />
      {t('relation.hide')}
    </label>
  );
}

function Challengers({ before }: { before: ChallengedBy }) {
  const { t } = useServices().preferences;
  const [by, choose] = useKept(before, limitChallenges);
  return (
    <Select
      label={t('relation.challengers')}
      value={by}
      options={challengers}
      nameOf={(one) => t(`relation.challengers.${one as ChallengedBy}`)}
      onChange={(one) => choose(() => one as ChallengedBy)}
    />
  );
}

function Line({ name, program, mutual, online }: RelationLine) {
  const { t } = useServices().preferences;
  return (
    <li>
      <RouteLink class="cut" to={{ page: 'player', name }}>
        {name}
      </RouteLink>
      <ProgramMark program={program} />
      {mutual && <span class="tag">{t('relation.followsYou')}</span>}
      {online && <span class="tag good">{t('room.online')}</span>}
      {mutual && <ChallengeButton name={name} program={program} />}
    </li>
  );
}
