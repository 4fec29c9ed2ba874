import type { GameView } from '../../games/game';
import { SIDES, of, type Analysis, type Mark, type Side } from '../../protocol/types';
import { analysedPly, countMarks, evaluationText, markSigns } from '../../state/analysis';
import { PieceMark } from '../parts/piece_mark';
import { usePlayerName } from '../parts/player_name';
import { useServices } from '../services';
import type { Explorer } from './explorer';
import type { Replay } from './replay_model';

const HEIGHT = 120;
const WIDTH = 528;
const marks: readonly Mark[] = ['blunder', 'mistake', 'inaccuracy'];

/** The first side's chance in the shown position, by the engine's last word or by the analysis of the game. */
function usePresent(replay: Replay): { win: number; text: string } | null {
  const explored = replay.explored.value;
  if (explored?.outcome) return decided(explored.outcome.result);
  const analysed =
    replay.variation.value.length > 0 ? undefined : analysedPly(replay.analysis.value, replay.ply.value);
  const evaluation = explored?.eval ?? analysed?.eval;
  const win = explored?.eval ? explored.win : analysed?.win;
  return evaluation && win !== undefined ? { win, text: evaluationText(evaluation) } : null;
}

/** Of a position where the game is over. */
function decided(result: Side | 'draw'): { win: number; text: string } {
  if (result === 'draw') return { win: 0.5, text: '½' };
  return result === 'first' ? { win: 1, text: '1–0' } : { win: 0, text: '0–1' };
}

/** A column beside the board: the higher its coloured part, the better for whoever sits below. */
export function EvaluationBar({ replay }: { replay: Replay }) {
  const { t } = useServices().preferences;
  const present = usePresent(replay);
  const below = replay.turned.value ? 1 - (present?.win ?? 0.5) : (present?.win ?? 0.5);
  return (
    <div
      class={`evaluation-bar ${replay.turned.value ? 'turned' : ''}`}
      role="img"
      aria-label={t('analysis.bar', { value: present?.text ?? '–' })}
    >
      <span style={{ height: `${below * 100}%` }} />
      {present && <b class={below < 0.5 ? 'top' : ''}>{present.text}</b>}
    </div>
  );
}

interface CardProps {
  readonly replay: Replay;
  readonly explorer: Explorer;
  readonly game: GameView;
}

/** The whole game as a curve with its mistakes, or the way to have it drawn. */
export function EvaluationCard({ replay, explorer, game }: CardProps) {
  const { preferences } = useServices();
  const { t } = preferences;
  const analysis = replay.analysis.value;
  return (
    <section class="card evaluation" aria-labelledby="evaluation-title">
      <h2 id="evaluation-title">
        {t('analysis.title')} {analysis && <Progress analysis={analysis} />}
      </h2>
      {analysis ? <Graph replay={replay} analysis={analysis} /> : <Ask explorer={explorer} />}
      {analysis && <Summary analysis={analysis} replay={replay} game={game} />}
    </section>
  );
}

function Ask({ explorer }: { explorer: Explorer }) {
  const { preferences, toasts } = useServices();
  const ask = (): void => {
    explorer.analyse().catch((error: unknown) => toasts.fail(error));
  };
  return (
    <button class="button" onClick={ask}>
      {preferences.t('analysis.ask')}
    </button>
  );
}

function Progress({ analysis: { status, done, total } }: { analysis: Analysis }) {
  const { t } = useServices().preferences;
  if (status === 'queued') return <small>{t('analysis.queued')}</small>;
  return <small>{t(`analysis.${status}`, { done, total })}</small>;
}

function Graph({ replay, analysis }: { replay: Replay; analysis: Analysis }) {
  const { t } = useServices().preferences;
  const plies = Math.max(1, replay.moves.length);
  const x = (ply: number): number => (ply / plies) * WIDTH;
  const y = (win: number): number => HEIGHT * (1 - win);
  const points = analysis.plies.flatMap(({ ply, win }) => (win === undefined ? [] : [{ ply, win }]));
  const curve = points.map(({ ply, win }) => `${x(ply).toFixed(1)} ${y(win).toFixed(1)}`).join('L');
  const [first, last] = [points[0], points.at(-1)];
  const seek = (event: MouseEvent & { currentTarget: SVGSVGElement }): void => {
    const box = event.currentTarget.getBoundingClientRect();
    replay.go(Math.round(((event.clientX - box.left) / box.width) * plies));
  };
  return (
    <svg
      class="graph"
      viewBox={`0 -6 ${WIDTH} ${HEIGHT + 12}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('analysis.graph')}
      onClick={seek}
    >
      <linearGradient id="better" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2={HEIGHT}>
        <stop class="above" offset="0.5" />
        <stop class="below" offset="0.5" />
      </linearGradient>
      {first && last && (
        <path class="area" d={`M${x(first.ply)} ${HEIGHT / 2}L${curve}L${x(last.ply)} ${HEIGHT / 2}z`} />
      )}
      <path class="axis" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      {first && <path class="curve" d={`M${curve}`} />}
      <path class="cursor" d={`M${x(replay.ply.value)} -6V${HEIGHT + 6}`} />
      {points.map(({ ply, win }) => {
        const mark = analysedPly(analysis, ply)?.mark;
        return mark && <MarkDot key={ply} mark={mark} x={x(ply)} y={y(win)} />;
      })}
    </svg>
  );
}

/** Each kind of mistake has a shape of its own: colours alone are not told apart by everybody. */
function MarkDot({ mark, x, y }: { mark: Mark; x: number; y: number }) {
  const shapes = {
    inaccuracy: `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0`,
    mistake: `M${x} ${y - 6}l6 6-6 6-6-6z`,
    blunder: `M${x - 5} ${y - 5}h10v10h-10z`,
  };
  return <path class={`mark ${mark}`} d={shapes[mark]} />;
}

function Summary({ analysis, replay, game }: { analysis: Analysis; replay: Replay; game: GameView }) {
  const { t } = useServices().preferences;
  const nameOf = usePlayerName();
  const counts = countMarks(analysis);
  return (
    <ul class="accuracy">
      {SIDES.map((side) => (
        <li key={side} class="row">
          <PieceMark game={game} side={side} size={18} />
          <b>{nameOf(of(replay.record.players, side), true)}</b>
          {analysis.accuracy && (
            <span>{t('analysis.accuracy', { percent: Math.round(of(analysis.accuracy, side)) })}</span>
          )}
          {marks.map((mark) => (
            <span key={mark} class={`sign ${mark}`} title={t(`analysis.mark.${mark}`)}>
              {of(counts, side)[mark]} {markSigns[mark]}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
