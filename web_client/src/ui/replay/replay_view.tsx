import roomStyle from '../../style/room.css?inline';
import replayStyle from '../../style/replay.css?inline';
import printStyle from '../../style/replay_print.css?inline';
import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { GameView } from '../../games/kit/game';
import { keptAt, type GameRecord } from '../../protocol/records';
import type { User } from '../../protocol/types';
import type { Route } from '../../state/route';
import { evaluationText, markSigns } from '../parts/evaluation_text';
import { analysedPly } from '../../state/analysis';
import { BoardView } from '../boards/board_view';
import { useBoardSettings } from '../boards/use_board_settings';
import { explainIllegalLater } from '../boards/explain_later';
import { KeysPanel } from '../parts/keys';
import { layout } from '../core/layout';
import { lazy } from '../core/lazy';
import { MoveList, NotationSegment, type MoveNote } from '../boards/move_list';
import { adoptStyles } from '../core/style';
import { useTitle } from '../core/use_title';
import { useServices } from '../services/services';
import { ReplayControls } from './replay_controls';
import { EvaluationBar, EvaluationGraph } from './evaluation';
import { Explorer } from './explorer';
import { Facts, Heading } from './heading';
import { keepVariations, keptVariations } from './kept_variations';
import { PositionGames } from './later';
import { Lines } from './lines';
import { Replay } from './replay_model';
import { useReplayKeys } from './use_replay_keys';

adoptStyles(roomStyle, replayStyle, printStyle);

interface Props {
  readonly record: GameRecord;
  readonly game: GameView;
  readonly start: number | null;
  /** Whether the computer is asked at once. */
  readonly analyse: boolean;
}

/** Below the board, where one has to look for it. */
const ReplayMore = lazy(
  () => import('./replay_more'),
  () => <div class="replay-more" />,
);

/**
 * A game that is kept somewhere. What was tried is kept in the tab at each change, and shown again after a reload.
 */
export function ReplayView({ record, game, start, analyse }: Props) {
  const { account, preferences } = useServices();
  useTitle(preferences.t('replay.title'), preferences.t(`game.${record.game}`));
  const replay = useMemo(() => {
    const made = new Replay(record, game, start, keptVariations(keptAt(record)));
    if (playedSecond(record, game, account.user.peek())) made.flip();
    return made;
  }, [record, game]);
  useStart(replay, start);
  const variations = replay.variations.value;
  useEffect(() => keepVariations(keptAt(record), variations), [variations]);
  return (
    <main class="room replay" data-layout={layout.value}>
      <ReplayParts replay={replay} analyse={analyse} />
    </main>
  );
}

/** Whether the visitor looked at the board from the second side: then the replay begins so. */
function playedSecond({ players }: GameRecord, { facesPlayer }: GameView, user: User | null): boolean {
  const [first, second] = players;
  return facesPlayer && user !== null && second.name === user.name && first.name !== user.name;
}

interface PartsProps {
  readonly replay: Replay;
  readonly analyse?: boolean;
  /** Whose games are explored on the board, by its id: what they did stands first beside it. */
  readonly collection?: string | undefined;
}

/** A game to walk through, to have analysed, and to try other moves in. Without an id it is a board for analysis
 *  only. */
export function ReplayParts({ replay, analyse = false, collection }: PartsProps) {
  const { record, game } = replay;
  const services = useServices();
  const { preferences } = services;
  const { t } = preferences;
  const explorer = useMemo(() => new Explorer(replay, services), [replay]);
  // Before the paint: what is left within a frame would ask on.
  useLayoutEffect(() => {
    if (analyse) explorer.analyse().catch((error: unknown) => services.toasts.showError(error));
    return () => explorer.destroy();
  }, [explorer]);
  const settings = useBoardSettings(() => ({ flipped: replay.flipped.value }), [replay]);
  const [listed, list] = useState(false);
  useReplayKeys(replay, () => list(true));
  useAutoplay(replay);
  useAddress(replay);
  const stored = keptAt(record) !== '';
  const parts = { replay, explorer, game };
  const begins = replay.positionAt(0).turn;
  const head = stored && (
    <Heading key="head" record={record} game={game} analysis={replay.analysis.value} begins={begins} />
  );
  const why = (move: string): void => explainIllegalLater(services, record, replay.line, move);
  const board = (
    <section class="room-board" key="board" aria-label={t('settings.board')}>
      <EvaluationBar replay={replay} />
      <BoardView
        game={game}
        state={replay.state}
        settings={settings}
        onMove={(move) => replay.try(move)}
        onIllegal={why}
      />
    </section>
  );
  // The server analyses what it keeps by an id.
  const scrub = record.gameId !== '' && replay.moves.length > 0 && <EvaluationGraph key="scrub" {...parts} />;
  const deck = <ReplayControls key="deck" replay={replay} />;
  const stacked = layout.value === 'stack';
  return (
    <>
      <h1 class="hidden">{t(stored ? 'replay.title' : 'board.title')}</h1>
      {stacked && head}
      {board}
      <aside class="card replay-panel" key="panel">
        {collection !== undefined && <PositionGames key="games" replay={replay} collection={collection} />}
        {stacked ? [scrub, deck] : head}
        {stored && <Moves {...parts} record={record} />}
        <Lines {...parts} />
        {!stacked && [scrub, deck]}
      </aside>
      <ReplayMore key="more" replay={replay} explored={collection !== undefined} />
      {listed && <KeysPanel key="keys" page="replay" game={game} onClose={() => list(false)} />}
    </>
  );
}

interface MovesProps {
  readonly replay: Replay;
  readonly game: GameView;
  readonly record: GameRecord;
}

/** The game's moves with their worth. */
function Moves({ replay, game, record }: MovesProps) {
  const { t } = useServices().preferences;
  const analysis = replay.analysis.value;
  const note = (ply: number): MoveNote | undefined => {
    const analysed = analysedPly(analysis, ply);
    if (!analysed?.eval) return undefined;
    return {
      text: evaluationText(analysed.eval, game),
      ...(analysed.mark && { sign: markSigns[analysed.mark], kind: analysed.mark }),
    };
  };
  return (
    <section class="replay-moves" aria-label={t('moves.list')}>
      <div class="tabs">
        {game.notations ? <NotationSegment /> : <b>{t('do.moves')}</b>}
        <span class="space" />
        <Facts record={record} />
      </div>
      <MoveList
        game={game}
        moves={replay.moves}
        notations={replay.record.notations}
        ply={replay.ply.value}
        onPly={(to) => replay.go(to)}
        note={note}
      />
    </section>
  );
}

/** A link to another ply of the same game moves the board, without fetching anything. Where the board stands there
 *  already, what the server has said of it meanwhile stays. */
function useStart(replay: Replay, start: number | null): void {
  useLayoutEffect(() => {
    if (start !== null && replay.ply.value !== start) replay.go(start);
  }, [replay, start]);
}

/** The timer is the component's. Another speed begins its interval anew. */
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
  const { navigation } = useServices();
  const ply = replay.ply.value;
  useLayoutEffect(() => {
    const { record } = replay;
    const { gameId, collection } = record;
    if (keptAt(record) === '') return;
    const route: Route = collection
      ? { page: 'collections', ...collection, ply }
      : { page: 'replay', gameId, ply };
    // Browsers allow some hundred changes of the address in half a minute: the last one counts.
    const timer = setTimeout(() => navigation.replace(route), 200);
    return () => clearTimeout(timer);
  }, [ply]);
}
