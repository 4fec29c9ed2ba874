import type { GameView, Position } from '../../games/kit/game';
import type { Evaluation } from '../../protocol/types';
import { evaluationText } from '../parts/evaluation_text';
import { analysedPly } from '../../state/analysis';
import { notationTag } from '../boards/move_names';
import { Switch } from '../parts/segment';
import { useServices } from '../services/services';
import type { Explorer } from './explorer';
import { lineNames, numbered } from './line_names';
import type { Replay } from './replay_model';
import { VariationTree } from './variation_tree';

interface Props {
  readonly replay: Replay;
  readonly explorer: Explorer;
  readonly game: GameView;
}

/** Plies of a line that help; what follows is guesswork. */
const SHOWN_PLIES = 5;

/** What the engine says of the shown position, and the variation that was tried. */
export function Lines({ replay, explorer, game }: Props) {
  const { t } = useServices().preferences;
  const depth = replay.explored.value?.depth;
  return (
    <div class="lines">
      {/* No point of the board stands for it. */}
      {replay.explored.value?.legal.join() === 'pass' && (
        <button class="button small" onClick={() => replay.try('pass')}>
          {t('room.pass')}
        </button>
      )}
      <Judgement replay={replay} game={game} />
      <Variations replay={replay} game={game} />
      <Switch
        label={depth ? `${t('analysis.think')} · ${t('analysis.depth', { depth })}` : t('analysis.think')}
        value={explorer.thinking.value}
        onChange={(on) => explorer.setThinking(on)}
      />
      {explorer.busy.value ? (
        <p class="caption">{t('room.computerThinks')}</p>
      ) : (
        <EngineLines replay={replay} game={game} />
      )}
    </div>
  );
}

interface Line {
  readonly eval: Evaluation;
  readonly line: readonly string[];
}

/** The engine's lines in the shown position; without them the one that the analysis of the game keeps. */
function linesOf(replay: Replay): readonly Line[] {
  const explored = replay.explored.value;
  if (explored?.lines) return explored.lines;
  if (explored?.eval) return [{ eval: explored.eval, line: explored.line ?? [] }];
  if (replay.variation.value.length > 0) return [];
  const analysed = analysedPly(replay.analysis.value, replay.ply.value);
  return analysed?.eval && analysed.line ? [{ eval: analysed.eval, line: analysed.line }] : [];
}

function EngineLines({ replay, game }: Omit<Props, 'explorer'>) {
  const { t } = useServices().preferences;
  const lines = linesOf(replay);
  if (lines.length === 0) return <p class="caption">{t('variation.hint')}</p>;
  return (
    <ol class="engine-lines">
      {lines.map(({ eval: evaluation, line }, index) => (
        <li key={index}>
          <span class={`tag ${index === 0 ? 'good' : ''}`}>{evaluationText(evaluation, game)}</span>
          <Moves
            game={game}
            position={replay.shown}
            moves={line.slice(0, SHOWN_PLIES)}
            from={replay.line.length}
            onPick={(moves) => replay.showLine(replay.ply.value, [...replay.variation.value, ...moves])}
          />
        </li>
      ))}
    </ol>
  );
}

interface MovesProps {
  readonly game: GameView;
  readonly position: Position;
  readonly moves: readonly string[];
  /** The ply of `position`. */
  readonly from: number;
  /** The moves up to the one that was chosen. */
  readonly onPick: (moves: readonly string[]) => void;
}

/** A line of moves, the first in bold: each leads to where it was made. */
function Moves({ game, position, moves, from, onPick }: MovesProps) {
  const { notation, language } = useServices().preferences.settings.value;
  const names = numbered(lineNames(game, position, moves, notation, language), from);
  return (
    <span class="line-moves" lang={notationTag(notation, language)}>
      {names.map((name, index) => (
        <button key={index} onClick={() => onPick(moves.slice(0, index + 1))}>
          {name}
        </button>
      ))}
    </span>
  );
}

/** What was wrong with the move that led here, and what would have been better. */
function Judgement({ replay, game }: Omit<Props, 'explorer'>) {
  const { t } = useServices().preferences;
  const ply = replay.ply.value;
  const mark = analysedPly(replay.analysis.value, ply)?.mark;
  const better = analysedPly(replay.analysis.value, ply - 1)?.line;
  if (!mark || !better || replay.variation.value.length > 0) return null;
  return (
    <p class="judgement">
      {t('analysis.better', { mark: t(`analysis.mark.${mark}`) })}
      <Moves
        game={game}
        position={replay.positionAt(ply - 1)}
        moves={better.slice(0, SHOWN_PLIES)}
        from={ply - 1}
        onPick={(moves) => replay.showLine(ply - 1, moves)}
      />
    </p>
  );
}

/** What was tried at other places and here, and how the shown line ends, if it does. */
function Variations({ replay, game }: Omit<Props, 'explorer'>) {
  const { t } = useServices().preferences;
  const trees = [...replay.variations.value].filter(([, tree]) => tree.length > 0).sort(([a], [b]) => a - b);
  if (trees.length === 0) return null;
  return (
    <section class="variations">
      <h3>{t('variation.title')}</h3>
      {trees.map(([ply, tree]) => (
        <VariationTree
          key={ply}
          tree={tree}
          place={{ replay, game, ply, moves: [], position: replay.positionAt(ply) }}
        />
      ))}
      <Outcome replay={replay} game={game} />
      {replay.variation.value.length > 0 && replay.moves.length > 0 && (
        <button class="button small" onClick={() => replay.go(replay.ply.value)}>
          {t('variation.leave')}
        </button>
      )}
    </section>
  );
}

function Outcome({ replay, game }: Omit<Props, 'explorer'>) {
  const { t, named } = useServices().preferences;
  const outcome = replay.explored.value?.outcome;
  if (!outcome || replay.variation.value.length === 0) return null;
  const result =
    outcome.result === 'draw'
      ? t('result.draw')
      : t('result.win', { side: t(`side.${game.id}.${outcome.result}`) });
  return <p>{t('variation.over', { result, reason: named('reason', outcome.reason) })}</p>;
}
