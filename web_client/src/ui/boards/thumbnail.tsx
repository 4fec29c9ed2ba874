import { cards } from '../../games/cards';
import type { GameName } from '../../protocol/types';
import { MiniBoardView } from './mini_board_view';

export { Thumbnail as view };

interface Props {
  readonly game: GameName;
  /** What stood on the board at the end, where that is known. */
  readonly position?: string | undefined;
}

/** The last position of a game; else the middle of a board: which game it is, at a glance. */
function Thumbnail({ game, position }: Props) {
  return (
    <span class={`thumbnail ${position === undefined ? '' : 'whole'}`}>
      <MiniBoardView game={game} position={position ?? cards[game].sample} />
    </span>
  );
}
