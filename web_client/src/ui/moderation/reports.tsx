import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { fetchReports, type Measure, type Report, type SaidLine } from '../../protocol/moderation';
import { UNREAD_MS, useHeldOff } from '../core/held_off';
import { singleClick } from '../core/in_flight';
import { isOverlaid } from '../core/overlays';
import { useAsync } from '../core/use_async';
import { useKeys } from '../core/use_keys';
import { isolated } from '../parts/isolated';
import { ListEnd } from '../parts/list_end';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { Select } from '../parts/select';
import { useServices } from '../services/services';
import { MeasureLine, useMoments } from './measure_line';
import { useDecisions } from './use_decisions';

const TWO_DAYS_MS = 48 * 3_600_000;
const WEEK_HOURS = 168;

/** The reported lines of one user in one game: they are decided together. */
interface Case {
  readonly key: string;
  readonly reports: readonly [Report, ...Report[]];
}

const subjectOf = ({ gameId, clubId }: Report): string => gameId ?? clubId ?? '';

function casesOf(reports: readonly Report[]): readonly Case[] {
  const cases = new Map<string, Case>();
  for (const report of reports) {
    const key = `${subjectOf(report)} ${report.from.id}`;
    const before = cases.get(key)?.reports;
    cases.set(key, { key, reports: before ? [...before, report] : [report] });
  }
  return [...cases.values()];
}

/** One case after the other, the oldest first. */
export function Reports({ powers }: { powers: string }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const { done, decide, finish, isBusy, forget } = useDecisions();
  const [cursor, setCursor] = useState<string | null>(null);
  // Another look is another question: the answer before is of cases that are decided.
  const [look, setLook] = useState(0);
  const { value, error, retry } = useAsync(() => fetchReports(account.token, cursor), [cursor, look]);
  const left = casesOf(value?.reports ?? []).filter(({ key }) => !done.has(key));
  const next = value?.cursor ?? null;
  useEffect(() => {
    if (left.length === 0 && next !== null) setCursor(next);
  }, [left.length, next]);
  if (error !== null) return <LoadError error={error} onRetry={retry} />;
  const [front] = left;
  if (value === null || (!front && next !== null)) return <div class="space" aria-busy="true" />;
  if (front)
    return (
      <CaseCard
        key={front.key}
        front={front}
        powers={powers}
        isBusy={isBusy(front.key)}
        onDecide={(choice) =>
          decide(front.key, {
            ...choice,
            user: front.reports[0].from.id,
            gameId: subjectOf(front.reports[0]),
          })
        }
        onSkip={() => finish(front.key)}
      />
    );
  const lookAgain = (): void => {
    forget();
    setCursor(null);
    setLook(look + 1);
  };
  return (
    <div class="empty">
      <p>{t('order.reportsNone')}</p>
      <button class="button small" onClick={singleClick(lookAgain)}>
        {t('order.again')}
      </button>
    </div>
  );
}

interface Choice {
  readonly do: string;
  readonly hours?: number;
  readonly reason?: string;
}

interface CaseProps {
  readonly front: Case;
  readonly powers: string;
  readonly isBusy: boolean;
  readonly onDecide: (choice: Choice) => void;
  readonly onSkip: () => void;
}

function CaseCard({ front: { reports }, ...rest }: CaseProps) {
  const { t } = useServices().preferences;
  const moment = useMoments();
  const [first] = reports;
  const { from, reporter, clubId, measures, reporterMeasures } = first;
  const waits = Date.now() - first.reportedAt > TWO_DAYS_MS;
  return (
    <section class="card form-card report" aria-label={from.name}>
      <h2>
        <RouteLink to={{ page: 'player', name: from.name }} apart>
          {from.name}
        </RouteLink>{' '}
        {waits && <span class="tag bad">{t('order.late')}</span>}
      </h2>
      <SaidLines reports={reports} />
      <p class="muted">
        {t('order.reportedBy', { name: isolated(reporter.name), time: moment(first.reportedAt) })}{' '}
        <RouteLink
          to={
            clubId ? { page: 'clubs', id: clubId } : { page: 'replay', gameId: subjectOf(first), ply: null }
          }
          apart
        >
          {t(clubId ? 'order.club' : 'order.game')}
        </RouteLink>
      </p>
      <SoFar title={t('order.before')} measures={measures} more={first.more} />
      <SoFar title={t('order.beforeReporter')} measures={reporterMeasures} more={first.reporterMore} />
      <Decisions {...rest} hasLines={clubId === undefined} />
    </section>
  );
}

/** The reported lines among those around them. */
function SaidLines({ reports }: { reports: Case['reports'] }) {
  const reported = new Set(reports.map(({ at }) => at));
  const lines = new Map<number, SaidLine>();
  for (const { around, from, text, at } of reports) {
    for (const line of around) if (!lines.has(line.at)) lines.set(line.at, line);
    lines.set(at, { from: from.name, text, at });
  }
  return (
    <ul class="said">
      {[...lines.values()]
        .sort((one, other) => one.at - other.at)
        .map(({ from, text, at }) => (
          <li key={at} class={reported.has(at) ? 'reported' : ''}>
            <b>{from}</b> <bdi>{text}</bdi>
          </li>
        ))}
    </ul>
  );
}

interface SoFarProps {
  readonly title: string;
  readonly measures: readonly Measure[];
  readonly more?: boolean | undefined;
}

function SoFar({ title, measures, more }: SoFarProps) {
  if (measures.length === 0) return null;
  return (
    <details>
      <summary>
        {title} ({measures.length}
        {more && '+'})
      </summary>
      {measures.map((measure) => (
        <MeasureLine key={measure.id} measure={measure} />
      ))}
      <ListEnd cut={more === true} n={measures.length} />
    </details>
  );
}

const reasons = ['insult', 'spam', 'threat'] as const;
const hours = ['1', '24', '168', '720', '0'] as const;
type Hours = (typeof hours)[number];

/** Acts on reports: by which key and power, and for at most how many hours. */
const acts = [
  { act: 'dismiss', key: 'd', power: 'chat', most: null },
  { act: 'remove', key: 'r', power: 'chat', most: null },
  { act: 'mute', key: 'm', power: 'chat', most: 8760 },
  { act: 'shadow', key: 's', power: 'chat', most: WEEK_HOURS },
  { act: 'ban', key: 'b', power: 'accounts', most: Infinity },
] as const;

interface TermsProps {
  readonly reason: string;
  readonly onReason: (reason: string) => void;
  readonly time: Hours;
  readonly onTime: (time: Hours) => void;
}

/** Why, and for how long. */
function Terms({ reason, onReason, time, onTime }: TermsProps) {
  const { t } = useServices().preferences;
  return (
    <>
      <label class="field">
        {t('order.reason')}
        <input
          class="input"
          list="order-reasons"
          maxLength={200}
          value={reason}
          onInput={(event) => onReason(event.currentTarget.value)}
        />
      </label>
      <datalist id="order-reasons">
        {reasons.map((one) => (
          <option key={one} value={t(`order.reason.${one}`)} />
        ))}
      </datalist>
      <Select
        label={t('order.hours')}
        value={time}
        options={hours}
        nameOf={(one) => t(`order.hours.${one as Hours}`)}
        onChange={(one) => onTime(one as Hours)}
      />
    </>
  );
}

interface DecisionsProps extends Omit<CaseProps, 'front'> {
  /** Of chat: of a club there is nothing to remove. */
  readonly hasLines: boolean;
}

/** Buttons and their keys. What has just come cannot have been read: for a moment neither acts. Keys are not meant for
 *  what lies under a panel. The first press of a measure's key focuses its button, the second presses it. */
function Decisions({ powers, isBusy, hasLines, onDecide, onSkip }: DecisionsProps) {
  const { t } = useServices().preferences;
  const [reason, setReason] = useState<string>(hasLines ? t('order.reason.insult') : '');
  const [time, setTime] = useState<Hours>('24');
  const row = useHeldOff<HTMLDivElement>();
  const came = useRef(0);
  useLayoutEffect(() => void (came.current = performance.now()), []);
  const chosen = time === '0' ? Infinity : Number(time);
  const mayUse = (power: string): boolean => powers === 'owner' || powers.split(' ').includes(power);
  const able = acts.filter(({ act, power }) => mayUse(power) && (hasLines || act !== 'remove'));
  const isOff = (act: (typeof acts)[number]): boolean =>
    isBusy || (act.most !== null && (chosen > act.most || !reason.trim()));
  const press = (act: (typeof acts)[number]): void => {
    if (isOff(act)) return;
    const lasting = act.most === null ? {} : { hours: Number(time), reason: reason.trim() };
    onDecide({ do: act.act, ...lasting });
  };
  const pressKey = (act: (typeof acts)[number]): void => {
    const button = row.current.querySelector<HTMLElement>(`[aria-keyshortcuts=${act.key}]`);
    if (act.most === null || button === document.activeElement) press(act);
    else button?.focus();
  };
  const skip = (): void => {
    if (!isBusy) onSkip();
  };
  const byKey = (does: () => void) => (): void => {
    if (!isOverlaid() && performance.now() - came.current >= UNREAD_MS) does();
  };
  useKeys(
    Object.fromEntries([
      ...able.map((act) => [act.key, byKey(() => pressKey(act))] as const),
      ['n', byKey(skip)] as const,
    ]),
    {},
    [powers, isBusy, reason, time],
  );
  return (
    <>
      <Terms reason={reason} onReason={setReason} time={time} onTime={setTime} />
      <div class="row wrap decisions" ref={row}>
        {able.map((act) => (
          <button
            key={act.act}
            class="button"
            aria-keyshortcuts={act.key}
            disabled={isOff(act)}
            onClick={singleClick(() => press(act))}
          >
            {t(`order.do.${act.act}`)} <kbd aria-hidden="true">{act.key}</kbd>
          </button>
        ))}
        <button class="button" aria-keyshortcuts="n" disabled={isBusy} onClick={singleClick(onSkip)}>
          {t('order.skip')} <kbd aria-hidden="true">n</kbd>
        </button>
      </div>
    </>
  );
}
