import { tournamentWords as words } from '../../i18n/areas/tournament_words';
import { isHost } from '../../protocol/tournaments';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { Countdown } from './countdown';
import { useMyBoard } from './use_my_board';
import { useNextBoard } from './use_next_board';
import { useTournament } from './use_tournament';

export { words, NextTable as view };

/** The second game of a knock-out begins with the end of the first, which is to be seen. */
const RESULT_MS = 5_000;

interface Props {
  readonly tournamentId: string;
  /** The one that is over. */
  readonly gameId: string;
  /** Whether the visitor has played it. */
  readonly isPlayer: boolean;
  /** Whether it has ended on this page, and whether with a result. */
  readonly isNew: boolean;
  readonly hasResult: boolean;
  /** Of the buttons: `small`, or nothing. */
  readonly size: string;
}

/** After a game of a tournament: the way back; for its players what a game without a move is worth, how long the break
 *  lasts, and then the next board. */
function NextTable({ isPlayer, ...props }: Props) {
  const { t } = useServices().preferences;
  const { tournamentId, size } = props;
  return (
    <>
      {isPlayer && <NextBoard {...props} />}
      <RouteLink class={`button ${size}`} to={{ page: 'tournaments', id: tournamentId }}>
        {t('room.tournament')}
      </RouteLink>
    </>
  );
}

function NextBoard({ tournamentId, gameId, isNew, hasResult, size }: Omit<Props, 'isPlayer'>) {
  const { t } = useServices().preferences;
  const { tournament, readAt } = useTournament(tournamentId, 0);
  const next = useMyBoard(tournament)?.gameId;
  const isOfHost = tournament !== null && isHost(tournament);
  // Of a game that a ruling has ended, the next one begins at the same moment. The host of a simul goes on by a press.
  useNextBoard(
    isOfHost ? null : tournamentId,
    tournament ? (next ?? null) : undefined,
    isNew ? gameId : undefined,
    isNew && hasResult ? RESULT_MS : 0,
  );
  if (next !== undefined && next !== gameId)
    return (
      <RouteLink class={`button primary ${size}`} to={{ page: 'room', gameId: next }}>
        {t('tournament.board.next')}
      </RouteLink>
    );
  if (!tournament) return null;
  const { me, nextRoundMs, round } = tournament;
  const games = round?.tables.flatMap((table) => table.games) ?? [];
  const { first, result, ending } = games.find((game) => game.gameId === gameId) ?? {};
  const isWon = result !== 'nobody' && (result === 'first') === (first === me);
  return (
    <>
      {ending === 'forfeit' && <b class="verdict">{t(isWon ? 'result.youWon' : 'result.youLost')}</b>}
      <Countdown ms={nextRoundMs} readAt={readAt} />
    </>
  );
}
