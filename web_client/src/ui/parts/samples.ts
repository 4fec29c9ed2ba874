import { cards } from '../../games/cards';
import { gameNames, type GameName } from '../../protocol/types';

/** A moment in the middle of each game, for the cards of the lobby. */
export const samples = Object.fromEntries(
  gameNames.map((name) => [name, cards[name].sample]),
) as unknown as Readonly<Record<GameName, string>>;
