import {
  isHost,
  type Tournament,
  type TournamentAct,
  type TournamentPlayer,
} from '../../protocol/tournaments';
import type { Account } from '../../state/account';
import { singleClick } from '../core/in_flight';
import { useSubmit } from '../core/use_submit';
import { NameField } from '../parts/name_field';
import { RouteLink } from '../parts/route_link';
import { SureButton } from '../parts/sure_button';
import { useServices } from '../services/services';
import { useAct } from './use_act';
import { useMyBoard } from './use_my_board';
import { useNextBoard } from './use_next_board';

interface Props {
  readonly tournament: Tournament;
  readonly onDone: () => void;
}

/** What the server takes, by its rules in server/tournament/decisions.cpp: nothing else is offered. */
function possibleActs({ phase, format, rounds, paired, endsInMs }: Tournament) {
  const isOpen = phase === 'open';
  const joinsLate = format === 'swiss' || format === 'arena';
  const isLate = format === 'arena' ? endsInMs === 0 : rounds > 0 && 2 * paired > rounds;
  return {
    join: isOpen || (joinsLate && !isLate),
    /** After a withdrawal. */
    return: isOpen || joinsLate,
    /** Another game, to those who are in. */
    game: isOpen || (joinsLate && (rounds > 0 ? paired < rounds : endsInMs !== 0)),
    bye: format === 'swiss' && (rounds === 0 || paired + 1 < rounds),
  };
}

/** What the visitor may do as a player: join, go to the board, leave. */
export function MyPart({ tournament, onDone }: Props) {
  const { t } = useServices().preferences;
  const { me, phase, players } = tournament;
  const myGame = useMyBoard(tournament);
  const act = useAct(tournament.id, onDone);
  // The host of a simul has begun all boards at once.
  useNextBoard(isHost(tournament) ? null : tournament.id, myGame?.gameId ?? null);
  if (phase !== 'open' && phase !== 'running') return null;
  if (me === undefined) return possibleActs(tournament).join ? <Join onJoin={() => act('join')} /> : null;
  const player = players[me - 1] ?? { name: '', attendance: 'withdrawn' };
  return (
    <div class="row wrap" role="status">
      {myGame && <MyBoard players={players} myGame={myGame} />}
      {player.removed ? (
        <span>{t('tournament.removed')}</span>
      ) : (
        <>
          {!myGame && (
            <span>
              {player.attendance === 'here' && possibleActs(tournament).game
                ? t('tournament.in', { name: player.name })
                : phase === 'running' && t('tournament.waiting')}
            </span>
          )}
          <Place tournament={tournament} player={player} act={act} />
        </>
      )}
    </div>
  );
}

interface PlaceProps {
  readonly tournament: Tournament;
  readonly player: TournamentPlayer;
}

/** Leave, come back, rest. */
function Place({
  tournament,
  player: { name, attendance, byeInRound = 0 },
  act,
}: PlaceProps & { act: (act: TournamentAct) => Promise<void> }) {
  const { t } = useServices().preferences;
  const possible = possibleActs(tournament);
  const isHere = attendance === 'here';
  return (
    <>
      {isHere && (
        <SureButton
          label={t('tournament.withdraw')}
          question={t('tournament.withdraw.sure', { name })}
          onSure={() => act('withdraw')}
        />
      )}
      {!isHere && (attendance !== 'withdrawn' || possible.return) && (
        <button class="button primary" onClick={singleClick(() => void act('join'))}>
          {t(attendance === 'invited' ? 'lobby.code.join' : 'tournament.back')}
        </button>
      )}
      {byeInRound > tournament.paired && <span class="muted">{t('tournament.bye.asked')}</span>}
      {isHere && possible.bye && byeInRound === 0 && (
        <button class="button" onClick={singleClick(() => void act('bye'))}>
          {t('tournament.bye')}
        </button>
      )}
    </>
  );
}

/** A guest says by which name, an account has one. */
function Join({ onJoin }: { onJoin: () => Promise<void> }) {
  const { account, preferences, socket, toasts } = useServices();
  const { t } = preferences;
  const { busy, submit } = useSubmit(onJoin);
  const join = async (name: string): Promise<void> => {
    // The answer to a name could come at another page.
    if (socket.status.peek() !== 'open') toasts.show(t('error.connection_lost'), 'bad');
    else if (await isCalled(account, name)) await onJoin();
  };
  if (account.user.value?.guest === false)
    return (
      <div class="row wrap">
        <button class="button primary" onClick={singleClick(() => void submit())}>
          {t('lobby.code.join')}
        </button>
      </div>
    );
  return (
    <div class="card form-card" aria-busy={busy}>
      <NameField
        id="join-name"
        label={t('tournament.name')}
        initial={account.name ?? ''}
        action={t('lobby.code.join')}
        mayStay
        onName={(name) => void submit(() => join(name))}
      />
    </div>
  );
}

/** After the next welcome; false: the name is not to be had, which a toast says. */
function isCalled(account: Account, name: string): Promise<boolean> {
  const before = account.user.peek();
  if (before?.name === name) return Promise.resolve(true);
  return new Promise((resolve) => {
    const stop = account.user.subscribe((user) => {
      // Called at once, with what is there.
      if (user === before) return;
      stop();
      resolve(account.name === name);
    });
    account.rename(name);
  });
}

interface MyBoardProps {
  readonly players: Tournament['players'];
  readonly myGame: NonNullable<Tournament['myGame']>;
}

/** The way to one's own game, whichever round is shown. */
function MyBoard({ players, myGame }: MyBoardProps) {
  const { t } = useServices().preferences;
  return (
    <RouteLink class="button jade my-board" to={{ page: 'room', gameId: myGame.gameId }}>
      <span class="cut">{t('tournament.board', { name: players[myGame.opponent - 1]?.name ?? '' })}</span>
    </RouteLink>
  );
}
