import type { Analysis, Mark, Side } from '../../protocol/types';
import { evaluationText } from '../parts/evaluation_text';
import { analysedPly } from '../../state/analysis';
import { useServices } from '../services/services';
import type { Explorer } from './explorer';
import type { Replay } from './replay_model';

const HEIGHT = 84;
const WIDTH = 540;

/** The first side's chance in the shown position, by the engine's last word or by the analysis of the game. */
function useEvaluation(replay: Replay): { win: number; text: string } | null {
  const explored = replay.explored.value;
  if (explored?.outcome) return decided(explored.outcome.result);
  const analysed =
    replay.variation.value.length > 0 ? undefined : analysedPly(replay.analysis.value, replay.ply.value);
  const evaluation = explored?.eval ?? analysed?.eval;
  const win = explored?.eval ? explored.win : analysed?.win;
  return evaluation && win !== undefined ? { win, text: evaluationText(evaluation, replay.game) } : null;
}

/** Of a position where the game is over. */
function decided(result: Side | 'draw'): { win: number; text: string } {
  if (result === 'draw') return { win: 0.5, text: '½' };
  return result === 'first' ? { win: 1, text: '1–0' } : { win: 0, text: '0–1' };
}

/** A bar beside the board: the higher its coloured part, the better for the side at the bottom. */
export function EvaluationBar({ replay }: { replay: Replay }) {
  const { t } = useServices().preferences;
  const present = useEvaluation(replay);
  const win = present?.win ?? 0.5;
  const below = replay.flipped.value ? 1 - win : win;
  return (
    <div
      class={`evaluation-bar ${replay.game.playerIcon} ${replay.flipped.value ? 'turned' : ''}`}
      role="img"
      aria-label={t('analysis.bar', { value: present?.text ?? '–' })}
    >
      <span style={{ transform: `scaleY(${below})` }} />
      {present && <b class={below < 0.5 ? 'top' : ''}>{present.text}</b>}
    </div>
  );
}

interface CardProps {
  readonly replay: Replay;
  readonly explorer: Explorer;
}

/** The whole game as a curve with its mistakes, on which one points to a move; or the way to have it drawn. */
export function EvaluationGraph({ replay, explorer }: CardProps) {
  const { t } = useServices().preferences;
  const analysis = replay.analysis.value;
  return (
    <section class="scrub" aria-label={t('analysis.title')}>
      {analysis ? <Graph replay={replay} analysis={analysis} /> : <RequestAnalysis explorer={explorer} />}
      {analysis && <Progress analysis={analysis} />}
    </section>
  );
}

/** The way to an analysis, where the server has none. */
function RequestAnalysis({ explorer }: { explorer: Explorer }) {
  const { preferences, toasts } = useServices();
  const ask = (): void => {
    explorer.analyse().catch((error: unknown) => toasts.showError(error));
  };
  return (
    <button class="button" onClick={ask}>
      {preferences.t('analysis.ask')}
    </button>
  );
}

/** Once it is done the curve says so. */
function Progress({ analysis: { status, done, total } }: { analysis: Analysis }) {
  const { t } = useServices().preferences;
  if (status === 'queued') return <small>{t('analysis.queued')}</small>;
  return (
    <small class={status === 'done' ? 'hidden' : ''}>{t(`analysis.status.${status}`, { done, total })}</small>
  );
}

/** Drawn in the first side's chances, 0 to 1. Plies without an evaluation are left out of the curve. */
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
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('analysis.graph')}
      onClick={seek}
    >
      <linearGradient id="better" gradientUnits="userSpaceOnUse" x1="0" y1="0" x2="0" y2={HEIGHT}>
        <stop class="above" offset="0.5" />
        <stop class="below" offset="0.5" />
      </linearGradient>
      <rect class="ground" width={WIDTH} height={HEIGHT} />
      {first && last && (
        <path class="area" d={`M${x(first.ply)} ${HEIGHT / 2}L${curve}L${x(last.ply)} ${HEIGHT / 2}z`} />
      )}
      <path class="axis" d={`M0 ${HEIGHT / 2}H${WIDTH}`} />
      {first && <path class="curve" d={`M${curve}`} />}
      <path class="cursor" d={`M${x(replay.ply.value)} 0V${HEIGHT}`} />
      <circle class="knob" cx={x(replay.ply.value)} cy="4" r="5" />
      {points.map(({ ply, win }) => {
        const mark = analysedPly(analysis, ply)?.mark;
        return mark && <MarkDot key={ply} mark={mark} x={x(ply)} y={y(win)} />;
      })}
    </svg>
  );
}

/** Each kind of mistake has a shape of its own: it is not told by colour alone. */
function MarkDot({ mark, x, y }: { mark: Mark; x: number; y: number }) {
  const shapes = {
    inaccuracy: `M${x - 4} ${y}a4 4 0 1 0 8 0a4 4 0 1 0-8 0`,
    mistake: `M${x} ${y - 6}l6 6-6 6-6-6z`,
    blunder: `M${x - 5} ${y - 5}h10v10h-10z`,
  };
  return <path class={`mark ${mark}`} d={shapes[mark]} />;
}
