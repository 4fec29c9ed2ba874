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
import { singleClick } from '../core/in_flight';
import { useAsync } from '../core/use_async';
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

/** Whether the visitor follows or blocks this player, to be changed. */
export function RelationButtons({ name, program, you: before }: Subject & { readonly you: You }) {
  const { account, preferences, toasts } = useServices();
  const [you, setYou] = useState(before);
  const button = (kind: 'follow' | 'block', is: boolean, after: You) => (
    <button
      class="button"
      onClick={singleClick(() => {
        relate(account.token, name, kind, !is).then(
          () => setYou(after),
          (error: unknown) => toasts.showError(error),
        );
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

/** What is chosen is shown at once, as the browser does by itself, and undone where the server did not take it. */
function useTold<T>(before: T, tell: (token: string | null, chosen: T) => Promise<unknown>) {
  const { account, toasts } = useServices();
  const [shown, show] = useState(before);
  const choose = (chosen: T): void => {
    show(chosen);
    tell(account.token, chosen).catch((error: unknown) => {
      show(shown);
      toasts.showError(error);
    });
  };
  return [shown, choose] as const;
}

function Hiding({ before }: { before: boolean }) {
  const { t } = useServices().preferences;
  const [isHidden, hide] = useTold(before, hidePresence);
  return (
    <label class="row">
      <input type="checkbox" checked={isHidden} onChange={() => hide(!isHidden)} />
      {t('relation.hide')}
    </label>
  );
}

function Challengers({ before }: { before: ChallengedBy }) {
  const { t } = useServices().preferences;
  const [by, choose] = useTold(before, limitChallenges);
  return (
    <Select
      label={t('relation.challengers')}
      value={by}
      options={challengers}
      nameOf={(one) => t(`relation.challengers.${one as ChallengedBy}`)}
      onChange={(one) => choose(one as ChallengedBy)}
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
