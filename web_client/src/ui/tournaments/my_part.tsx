import type { RoundTable, Tournament } from '../../protocol/tournaments';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { useAct } from './use_act';

interface Props {
  readonly tournament: Tournament;
  readonly onDone: () => void;
}

const isOf = (player: number) => (table: RoundTable) => table.first === player || table.second === player;

/** What the visitor may do as a player: join, go to the board, leave. */
export function MyPart({ tournament, onDone }: Props) {
  const { t } = useServices().preferences;
  const { me, phase, players, format, nextRoundMs, paired, round } = tournament;
  const act = useAct(tournament.id, onDone);
  if (phase !== 'open' && phase !== 'running') return null;
  const joinsLate = format === 'swiss';
  if (me === undefined)
    return phase === 'open' || joinsLate ? (
      <div class="row wrap">
        <button class="button primary" onClick={() => void act('join')}>
          {t('tournament.join')}
        </button>
      </div>
    ) : null;
  const { attendance, byeInRound = 0 } = players[me - 1] ?? { attendance: 'withdrawn' };
  const isHere = attendance === 'here';
  return (
    <div class="row wrap" role="status">
      {isHere && phase === 'running' && round?.number === paired && (
        <MyBoard tournament={tournament} me={me} />
      )}
      {nextRoundMs !== undefined && <span class="muted">{t('tournament.soon')}</span>}
      {isHere ? (
        <button class="button" onClick={() => void act('withdraw')}>
          {t('tournament.withdraw')}
        </button>
      ) : (
        <button class="button primary" onClick={() => void act('join')}>
          {t('tournament.back')}
        </button>
      )}
      {byeInRound > paired && <span class="muted">{t('tournament.bye.asked')}</span>}
      {isHere && format === 'swiss' && byeInRound === 0 && (
        <button class="button" onClick={() => void act('bye')}>
          {t('tournament.bye')}
        </button>
      )}
    </div>
  );
}

function MyBoard({ tournament, me }: { tournament: Tournament; me: number }) {
  const { t } = useServices().preferences;
  const table = tournament.round?.tables.find(isOf(me));
  const game = table?.games.find(({ gameId, result }) => gameId !== undefined && result === undefined);
  if (!table || game?.gameId === undefined) return <span class="muted">{t('tournament.waiting')}</span>;
  const opponent = tournament.players[(table.first === me ? table.second : table.first) - 1];
  return (
    <RouteLink class="button jade my-board" to={{ page: 'room', gameId: game.gameId }}>
      <span class="cut">{t('tournament.board', { name: opponent?.name ?? '' })}</span>
    </RouteLink>
  );
}
