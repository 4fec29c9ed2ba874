import { computed } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { GameView } from '../../games/game';
import { knownRules } from '../../games/rules';
import { exportUrl, type GameRecord } from '../../protocol/records';
import { timeName } from '../../state/time_control';
import { pathOf } from '../../state/route';
import { analysedPly, evaluationText, markSigns } from '../../state/analysis';
import { isOver } from '../../state/room';
import { To } from '../parts/to';
import { BoardView } from '../parts/board_view';
import { copyText } from '../parts/copy';
import { scoreOf } from '../parts/game_row';
import { Icon, type IconName } from '../parts/icon';
import { MoveList, NotationTabs, type MoveNote } from '../parts/move_list';
import { PlayerName } from '../parts/player_name';
import { PieceMark } from '../parts/piece_mark';
import { isTaken } from '../room/use_room_keys';
import { useServices } from '../services';
import { EvaluationBar, EvaluationCard } from './evaluation';
import { Explorer } from './explorer';
import { Lines } from './lines';
import { saveDrawing } from './picture';
import { Replay } from './replay_model';
import { TimeChart } from './time_chart';

/** Seconds for each move of the autoplay. */
const speeds = [0.5, 1, 2, 4] as const;

interface Props {
  readonly record: GameRecord;
  readonly game: GameView;
  readonly start: number | null;
}

/** A game to walk through, to have analysed, and to try other moves in. Without an id it is a board for analysis only. */
export function ReplayView({ record, game, start }: Props) {
  const services = useServices();
  const { preferences } = services;
  const { t } = preferences;
  const replay = useMemo(() => new Replay(record, game, start), [record, game]);
  const explorer = useMemo(() => new Explorer(replay, services), [replay]);
  useEffect(() => () => explorer.destroy(), [explorer]);
  const settings = useMemo(
    () =>
      computed(() => {
        const { language, pieceSet, coordinates, animate, targets, placing } = preferences.settings.value;
        return { language, pieceSet, coordinates, animate, targets, placing, flipped: replay.turned.value };
      }),
    [replay],
  );
  useStart(replay, start);
  useKeys(replay);
  useAutoplay(replay);
  useAddress(replay);
  const stored = record.gameId !== '';
  return (
    <main class="room replay" data-game={game.id}>
      <h1 class="hidden">{t(stored ? 'replay.title' : 'board.title')}</h1>
      <section class="room-board">
        <div class="replay-board">
          <EvaluationBar replay={replay} />
          <BoardView
            game={game}
            state={replay.state}
            settings={settings}
            onMove={(move) => replay.try(move)}
          />
        </div>
        <Controls replay={replay} />
      </section>
      <aside class="replay-panel stack">
        {stored && <Heading record={record} game={game} />}
        {stored && replay.moves.length > 0 && (
          <EvaluationCard replay={replay} explorer={explorer} game={game} />
        )}
        <MovesCard replay={replay} explorer={explorer} game={game} />
        {(record.spent?.length ?? 0) > 1 && (
          <TimeChart
            spent={record.spent ?? []}
            ply={replay.ply.value}
            onPly={(to) => replay.go(to)}
            game={game}
          />
        )}
        <Export record={record} game={game} replay={replay} />
      </aside>
    </main>
  );
}

interface MovesProps {
  readonly replay: Replay;
  readonly explorer: Explorer;
  readonly game: GameView;
}

/** The game's moves with their worth; below them what the engine thinks of the shown position. */
function MovesCard({ replay, explorer, game }: MovesProps) {
  const { t } = useServices().preferences;
  const analysis = replay.analysis.value;
  const note = (ply: number): MoveNote | undefined => {
    const analysed = analysedPly(analysis, ply);
    if (!analysed?.eval) return undefined;
    return {
      text: evaluationText(analysed.eval),
      ...(analysed.mark && { sign: markSigns[analysed.mark], kind: analysed.mark }),
    };
  };
  return (
    <section
      class={`card replay-moves ${replay.moves.length > 0 ? '' : 'short'}`}
      aria-label={t('moves.list')}
    >
      {game.notations ? (
        <NotationTabs />
      ) : (
        <div class="tabs">
          <b>{t('moves.tab')}</b>
        </div>
      )}
      <MoveList
        game={game}
        moves={replay.moves}
        notations={replay.record.notations}
        ply={replay.ply.value}
        onPly={(to) => replay.go(to)}
        note={note}
      />
      <Lines replay={replay} explorer={explorer} game={game} />
    </section>
  );
}

function Heading({ record, game }: { record: GameRecord; game: GameView }) {
  const { preferences } = useServices();
  const { t, named } = preferences;
  const [first, second] = record.players;
  const day = new Intl.DateTimeFormat(preferences.settings.value.language, { dateStyle: 'medium' });
  return (
    <section class="card replay-heading">
      <div class="row">
        <PieceMark game={game} side="first" size={26} />
        <b>
          <PlayerName player={first} isOver link />
        </b>
        <span class="tag good">{scoreOf(record.state.result)}</span>
        <PieceMark game={game} side="second" size={26} />
        <b>
          <PlayerName player={second} isOver link />
        </b>
      </div>
      <div class="caption">
        {[
          t(`game.${record.game}`),
          knownRules[record.game].length > 1 && named('rule', record.rule),
          timeName(record.time),
          record.state.reason && named('reason', record.state.reason),
          record.at !== undefined && day.format(record.at),
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
      {!isOver(record.state) && (
        <p class="row">
          {t('replay.live')}
          <To class="button small" to={{ page: 'room', gameId: record.gameId }}>
            {t('replay.watch')}
          </To>
        </p>
      )}
    </section>
  );
}

function Controls({ replay }: { replay: Replay }) {
  const { preferences, toasts } = useServices();
  const { t } = preferences;
  const ply = replay.ply.value;
  const plies = replay.moves.length;
  const varied = replay.variation.value.length > 0;
  const share = async (): Promise<void> => {
    const link = location.origin + pathOf({ page: 'replay', gameId: replay.record.gameId, ply });
    if (await copyText(link)) toasts.say(t('room.copied'));
  };
  const button = (icon: IconName, label: string, act: () => void, disabled = false) => (
    <button class="button" aria-label={label} title={label} disabled={disabled} onClick={act}>
      <Icon name={icon} />
    </button>
  );
  return (
    <div class="controls">
      {button('first', t('moves.first'), () => replay.go(0), ply === 0)}
      {button('previous', t('moves.previous'), () => replay.back(), ply === 0 && !varied)}
      {button(
        replay.playing.value ? 'pause' : 'play',
        t(replay.playing.value ? 'replay.stop' : 'replay.play'),
        () => replay.togglePlaying(),
        plies === 0,
      )}
      {button('next', t('moves.next'), () => replay.forward(), replay.onward === undefined)}
      {button('last', t('moves.last'), () => replay.go(plies), ply === plies)}
      {button('flip', t('do.flip'), () => replay.turn())}
      {replay.record.gameId !== '' && button('share', t('replay.share'), () => void share())}
      <span class="chip" aria-live="polite">
        {t('replay.ply', { ply: ply + replay.variation.value.length, plies })}
      </span>
      {plies > 0 && (
        <select
          class="input speed"
          aria-label={t('replay.speed')}
          title={t('replay.speed')}
          value={replay.seconds.value}
          onChange={(event) => replay.pace(Number(event.currentTarget.value))}
        >
          {speeds.map((seconds) => (
            <option key={seconds} value={seconds}>
              {seconds} s
            </option>
          ))}
        </select>
      )}
    </div>
  );
}

function Export({ record, game, replay }: { record: GameRecord; game: GameView; replay: Replay }) {
  const { preferences, toasts } = useServices();
  const { t } = preferences;
  const copyPosition = async (): Promise<void> => {
    const known = replay.explored.value?.pos ?? record.positions[replay.ply.value];
    if (known !== undefined && (await copyText(known))) toasts.say(t('room.copied'));
  };
  const savePicture = (format: 'svg' | 'png'): void => {
    const drawing = document.querySelector<SVGSVGElement>('.replay-board .board > svg');
    const name = `sanqi-${record.gameId || game.id}-${replay.line.length}`;
    if (drawing) saveDrawing(drawing, name, format).catch((error: unknown) => toasts.fail(error));
  };
  return (
    <section class="card export">
      <h2>
        <Icon name="down" /> {t('replay.export')}
      </h2>
      <div class="row">
        {(record.gameId === '' ? [] : game.formats).map((format) => (
          <a key={format} class="button small" href={exportUrl(record.gameId, format)} download>
            {format.toUpperCase()}
          </a>
        ))}
        <button class="button small" onClick={() => void copyPosition()}>
          <Icon name="copy" size={15} /> {t('replay.position')}
        </button>
        {(['svg', 'png'] as const).map((format) => (
          <button key={format} class="button small" onClick={() => savePicture(format)}>
            {t('replay.image')} {format.toUpperCase()}
          </button>
        ))}
      </div>
    </section>
  );
}

/** A link to another ply of the same game moves the board, without fetching anything. */
function useStart(replay: Replay, start: number | null): void {
  useEffect(() => {
    if (start !== null) replay.go(start);
  }, [replay, start]);
}

function useKeys(replay: Replay): void {
  useEffect(() => {
    const deeds: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => replay.back(),
      ArrowRight: () => replay.forward(),
      ArrowUp: () => replay.go(0),
      ArrowDown: () => replay.go(replay.moves.length),
      Home: () => replay.go(0),
      End: () => replay.go(replay.moves.length),
      ' ': () => replay.togglePlaying(),
      f: () => replay.turn(),
    };
    const press = (event: KeyboardEvent): void => {
      const pressed = event.key === ' ' && (event.target as Element).matches('button, input');
      const deed = deeds[event.key];
      if (!deed || pressed || isTaken(event)) return;
      event.preventDefault();
      deed();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [replay]);
}

function useAutoplay(replay: Replay): void {
  const playing = replay.playing.value;
  useEffect(() => {
    if (!playing) return;
    const timer = setInterval(() => replay.advance(), 1_000 * replay.seconds.value);
    return () => clearInterval(timer);
  }, [playing, replay.seconds.value]);
}

/** The address names the ply, so that it can be shared as it is and a reload keeps it. */
function useAddress(replay: Replay): void {
  const { preferences } = useServices();
  const ply = replay.ply.value;
  useEffect(() => {
    const { gameId, game } = replay.record;
    if (gameId === '') return;
    document.title = `${preferences.t('replay.title')} · ${preferences.t(`game.${game}`)} · Sanqi 三棋`;
    // Browsers allow some hundred changes of the address in half a minute: the last one counts.
    const timer = setTimeout(
      () => history.replaceState(null, '', pathOf({ page: 'replay', gameId, ply })),
      200,
    );
    return () => clearTimeout(timer);
  }, [ply]);
}
