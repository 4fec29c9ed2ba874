import type { GameName } from '../../protocol/types';
// The lobby has them already: its file is loaded as it is.
import { MiniBoardView, samples } from './lobby_page';

export { Thumbnail as view };

/** The middle of a board: which game it is, at a glance. */
function Thumbnail({ game }: { game: GameName }) {
  return (
    <span class="thumbnail">
      <MiniBoardView game={game} position={samples[game]} />
    </span>
  );
}
