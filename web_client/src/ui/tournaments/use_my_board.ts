import { isHost, type Tournament } from '../../protocol/tournaments';
import { useUnfinished } from '../parts/resume_link';

/** The visitor's game to go to, if any; of the host of a simul, who has many, one where it is their turn comes first. */
export function useMyBoard(tournament: Tournament | null): Tournament['myGame'] | undefined {
  const waiting = new Set(
    useUnfinished()
      .filter(({ yourTurn }) => yourTurn)
      .map(({ gameId }) => gameId),
  );
  if (!tournament || !isHost(tournament)) return tournament?.myGame;
  for (const { first, second, games } of tournament.round?.tables ?? []) {
    const gameId = games.at(-1)?.gameId;
    if (gameId !== undefined && waiting.has(gameId))
      return { gameId, opponent: first === 1 ? second : first };
  }
  return tournament.myGame;
}
