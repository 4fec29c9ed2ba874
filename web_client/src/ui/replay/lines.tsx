import type { GameView } from '../../games/game';
import { analysedPly, evaluationText } from '../../state/analysis';
import { Switch } from '../parts/segment';
import { useServices } from '../services';
import type { Explorer } from './explorer';
import type { Replay } from './replay_model';

interface Props {
  readonly replay: Replay;
  readonly explorer: Explorer;
  readonly game: GameView;
}

/** What the engine says of the shown position, and the variation that was tried. */
export function Lines({ replay, explorer, game }: Props) {
  const { t } = useServices().preferences;
  const variation = replay.variation.value;
  return (
    <section class="card lines">
      <Switch
        label={t('analysis.think')}
        value={explorer.thinking.value}
        onChange={(on) => (explorer.thinking.value = on)}
      />
      <EngineLine replay={replay} explorer={explorer} game={game} />
      <Judgement replay={replay} game={game} />
      {variation.length === 0 ? (
        <p class="caption">{t('variation.hint')}</p>
      ) : (
        <Variation replay={replay} game={game} />
      )}
    </section>
  );
}

/** Moves with their numbers, from the ply where they begin: `10. h2-e2 h9-g7 11. …`. */
export function numbered(moves: readonly string[], from: number, name: (move: string) => string): string {
  return moves
    .map((move, index) => {
      const ply = from + index;
      const number = Math.floor(ply / 2) + 1;
      if (ply % 2 === 0) return `${number}. ${name(move)}`;
      return index === 0 ? `${number}… ${name(move)}` : name(move);
    })
    .join(' ');
}

function useNames(game: GameView): (move: string) => string {
  const { language } = useServices().preferences.settings.value;
  return (move) => game.moveName(move, language);
}

function EngineLine({ replay, explorer, game }: Props) {
  const { t } = useServices().preferences;
  const name = useNames(game);
  const explored = replay.explored.value;
  if (explorer.busy.value) return <p class="caption">{t('analysis.thinking')}</p>;
  if (!explored?.eval) return null;
  return (
    <p class="engine-line">
      <span class="tag good">{evaluationText(explored.eval)}</span>{' '}
      {numbered(explored.line ?? [], replay.line.length, name)}{' '}
      {explored.depth ? <small class="dim">{t('analysis.depth', { depth: explored.depth })}</small> : null}
    </p>
  );
}

/** What was wrong with the move that led here, and what would have been better. */
function Judgement({ replay, game }: Omit<Props, 'explorer'>) {
  const { t } = useServices().preferences;
  const name = useNames(game);
  const ply = replay.ply.value;
  const mark = analysedPly(replay.analysis.value, ply)?.mark;
  const better = analysedPly(replay.analysis.value, ply - 1)?.line;
  if (!mark || !better || replay.variation.value.length > 0) return null;
  const line = numbered(better.slice(0, 6), ply - 1, name);
  return <p class="judgement">{t('analysis.better', { mark: t(`analysis.mark.${mark}`), line })}</p>;
}

function Variation({ replay, game }: Omit<Props, 'explorer'>) {
  const { t, named } = useServices().preferences;
  const name = useNames(game);
  const outcome = replay.explored.value?.outcome;
  return (
    <div class="variation">
      <b>{t('variation.title')}</b>
      <p>{numbered(replay.variation.value, replay.ply.value, name)}</p>
      {outcome && (
        <p>
          {t('variation.over', {
            result:
              outcome.result === 'draw'
                ? t('result.draw')
                : t('result.win', { side: t(`side.${game.id}.${outcome.result}`) }),
            reason: named('reason', outcome.reason),
          })}
        </p>
      )}
      <button class="button small" onClick={() => replay.go(replay.ply.value)}>
        {t('variation.leave')}
      </button>
    </div>
  );
}
