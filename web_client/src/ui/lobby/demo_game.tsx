import { useEffect, useState } from 'preact/hooks';
import { loadGame } from '../../games/index';
import type { GameName } from '../../protocol/types';
import { IconButton } from '../parts/icon_button';
import { MiniBoardView } from '../boards/mini_board_view';
import { useAsync } from '../core/use_async';
import { useWords } from '../services/services';

/** How long a move is looked at. */
const MOVE_MS = 1_500;
/** Moves that the last position stays. */
const REST = 4;

/**
 * The texts of all positions of the game that is shown. Worked out once, without the server; each is a text, as small
 * boards take it.
 */
async function positionsOf(name: GameName, moves: readonly string[]): Promise<readonly string[]> {
  const game = await loadGame(name);
  const { write } = await game.setUp();
  let position = game.parsePosition(game.start);
  return [game.start, ...moves.map((move) => write((position = game.after(position, move))))];
}

/** A recorded game that is replayed in a loop; it pauses by its button, with reduced motion and on a hidden page. */
export function DemoGame({ game, moves }: { game: GameName; moves: readonly string[] }) {
  const { t } = useWords();
  const { value: positions } = useAsync(() => positionsOf(game, moves), [game]);
  const [runs, setRuns] = useState(() => !matchMedia('(prefers-reduced-motion: reduce)').matches);
  const ply = useTicks(runs && positions !== null, game) % (moves.length + REST);
  const shown = runs ? Math.min(ply, moves.length) : moves.length;
  return (
    <section class="card side-card">
      <h2>
        {t('lobby.engineGame', { game: t(`game.${game}`) })}
        <IconButton
          icon={runs ? 'pause' : 'play'}
          pressed={runs}
          label={t('lobby.moving')}
          onClick={() => setRuns(!runs)}
        />
      </h2>
      <MiniBoardView
        key={game}
        game={game}
        position={positions?.[shown] ?? null}
        lastMove={moves[shown - 1] ?? null}
      />
    </section>
  );
}

/** How many moves' time has gone by in sight, since `of` was another. */
function useTicks(runs: boolean, of: string): number {
  const [ticks, setTicks] = useState(0);
  useEffect(() => setTicks(0), [of]);
  useEffect(() => {
    if (!runs) return;
    const timer = setInterval(() => {
      if (!document.hidden) setTicks((n) => n + 1);
    }, MOVE_MS);
    return () => clearInterval(timer);
  }, [runs, of]);
  return ticks;
}
