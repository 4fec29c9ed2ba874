import type { GameName } from '../../protocol/types';
import { MiniBoardView } from './mini_board_view';
import { samples } from './samples';

export { Thumbnail as view };

/** The middle of a board: which game it is, at a glance. */
function Thumbnail({ game }: { game: GameName }) {
  return (
    <span class="thumbnail">
      <MiniBoardView game={game} position={samples[game]} />
    </span>
  );
}
