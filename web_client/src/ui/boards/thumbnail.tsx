import { cards } from '../../games/cards';
import type { GameName } from '../../protocol/types';
import { MiniBoardView } from './mini_board_view';

/** A position, or a usual one of that game. */
export const view = ({ game, position }: { game: GameName; position?: string | undefined }) => (
  <MiniBoardView game={game} position={position ?? cards[game].sample} />
);
