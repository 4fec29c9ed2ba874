import { isHost, type Tournament } from '../../protocol/tournaments';
import type { Account } from '../../state/account';
import { singleClick } from '../core/in_flight';
import { useSubmit } from '../core/use_submit';
import { NameField } from '../parts/name_field';
import { RouteLink } from '../parts/route_link';
import { SureButton } from '../parts/sure_button';
import { useServices } from '../services/services';
import { Countdown } from './countdown';
import { useAct } from './use_act';
import { useMyBoard } from './use_my_board';
import { useNextBoard } from './use_next_board';

const SOON_MS = 120_000;

interface Props {
  readonly tournament: Tournament;
  /** When it was told. */
  readonly readAt: number;
  readonly onDone: () => void;
}

/** What the visitor may do as a player: join, go to the board, leave. */
export function MyPart({ tournament, readAt, onDone }: Props) {
  const { t } = useServices().preferences;
  const { me, phase, players, format, nextRoundMs = SOON_MS, endsInMs, paired, rounds } = tournament;
  const myGame = useMyBoard(tournament);
  const act = useAct(tournament.id, onDone);
  // The host of a simul has begun all boards at once.
  useNextBoard(isHost(tournament) ? null : tournament.id, myGame?.gameId ?? null);
  if (phase !== 'open' && phase !== 'running') return null;
  const joinsLate = format === 'swiss' || format === 'arena';
  if (me === undefined) return phase === 'open' || joinsLate ? <Join onJoin={() => act('join')} /> : null;
  const {
    name,
    attendance,
    removed,
    byeInRound = 0,
  } = players[me - 1] ?? {
    name: '',
    attendance: 'withdrawn',
  };
  const isHere = attendance === 'here';
  const hasMore = phase === 'open' || (joinsLate && (rounds ? paired < rounds : endsInMs !== 0));
  const untilThen = removed
    ? t('tournament.removed')
    : isHere && hasMore
      ? t('tournament.in', { name })
      : phase === 'running' && t('tournament.waiting');
  return (
    <div class="row wrap" role="status">
      {myGame ? <MyBoard players={players} myGame={myGame} /> : <span>{untilThen}</span>}
      {nextRoundMs < SOON_MS && !myGame && <Countdown ms={nextRoundMs} readAt={readAt} />}
      {isHere && (
        <SureButton
          label={t('tournament.withdraw')}
          question={t('tournament.withdraw.sure', { name })}
          onSure={() => act('withdraw')}
        />
      )}
      {!isHere && !removed && (
        <button class="button primary" onClick={singleClick(() => void act('join'))}>
          {t('tournament.back')}
        </button>
      )}
      {byeInRound > paired && <span class="muted">{t('tournament.bye.asked')}</span>}
      {isHere && format === 'swiss' && byeInRound === 0 && (
        <button class="button" onClick={singleClick(() => void act('bye'))}>
          {t('tournament.bye')}
        </button>
      )}
    </div>
  );
}

/** A guest says by which name, an account has one. */
function Join({ onJoin }: { onJoin: () => Promise<void> }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const { busy, submit } = useSubmit(onJoin);
  const join = async (name: string): Promise<void> => {
    if (await isCalled(account, name)) await onJoin();
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
