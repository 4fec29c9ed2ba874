import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { knownRules } from '../../games/rules';
import type { Position, SetUp } from '../../games/kit/game';
import { replayWords as words } from '../../i18n/areas/replay_words';
import { isConnectionLost } from '../../protocol/connection';
import type { GameRecord } from '../../protocol/records';
import type { GameName } from '../../protocol/types';
import { BoardSkeleton, ReplayPlaceholder } from '../boards/board_placeholder';
import { layout } from '../core/layout';
import { lazy } from '../core/lazy';
import { gameOptions, Segment } from '../parts/segment';
import { RuleSelect } from '../parts/rule_select';
import { Select } from '../parts/select';
import { useGame } from '../boards/use_game';
import { useLatest } from '../core/use_latest';
import { useTitle } from '../core/use_title';
import { needed } from '../services/reload';
import { useServices } from '../services/services';
import { keepTried, triedHere } from './kept_variations';
import { Replay } from './replay_model';
import { ReplayParts } from './replay_view';
import { SetUpBoard } from './set_up_board';
import {
  loadLine,
  queryOf,
  lineFromQuery,
  lineKeys,
  defaultLine,
  isWrongLine,
  type AnalysedLine,
} from './analysed_line';

export { AnalysisPage as view, words };

/** A server that is too busy for a board is asked again after this. */
const AGAIN_MS = 5_000;

/** What the visitor may come back to: the last line of each game, and what is being set up, on which boards; null while
 *  nothing is. */
interface Kept {
  readonly lines: Map<GameName, AnalysedLine>;
  drafts: Map<string, Position> | null;
}

interface LoadedLine {
  readonly line: AnalysedLine;
  readonly record: GameRecord;
}

// Fetched where a pattern is looked for.
const PatternPage = lazy(() => import('./pattern_page'), ReplayPlaceholder);

/** A board to analyse on, or one on which a pattern is put together that is looked for in games: the address says
 *  which, and links and Back lead from the one to the other. */
function AnalysisPage() {
  const searches = useServices().navigation.query(['find']).find !== undefined;
  const before = useRef(searches);
  useEffect(() => {
    // As with another page: what had the focus is gone.
    if (before.current !== searches) document.getElementById('main')?.focus({ preventScroll: true });
    before.current = searches;
  }, [searches]);
  return searches ? <PatternPage /> : <AnalysisBoard />;
}

/** A board on which both sides are moved by hand; the server says what is legal, and what it thinks. */
function AnalysisBoard() {
  const { socket, navigation, preferences, toasts } = useServices();
  const [collection] = useState(() => navigation.query(['collection']).collection);
  useTitle(preferences.t('board.title'));
  const [wanted, want] = useState<AnalysedLine>(() =>
    lineFromQuery(navigation.query(lineKeys), preferences.settings.value.game),
  );
  const [found, setFound] = useState<(LoadedLine & { of: AnalysedLine }) | null>(null);
  // From the moment that another one is wanted: a move on the board of before would be lost.
  const opened = found?.of === wanted ? found : null;
  const kept = useRef<Kept>({ lines: new Map(), drafts: null }).current;
  const asked = useLatest(wanted);
  useEffect(() => {
    let isThere = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (): void => {
      // A line that comes back finds the board as it was left.
      if (isThere) return;
      loadLine(socket, wanted).then(
        (loaded) => {
          if (asked.current !== wanted) return;
          isThere = true;
          setFound({ ...loaded, of: wanted });
          const { problem } = loaded;
          if (problem) toasts.show(preferences.t('setup.refused', { why: toasts.detail(problem) }), 'bad');
        },
        (error: unknown) => {
          if (asked.current !== wanted) return;
          toasts.showError(error);
          // The next line greets by itself.
          if (!isConnectionLost(error)) timer = setTimeout(open, AGAIN_MS);
        },
      );
    };
    const stop = socket.subscribe({ onConnected: open, onMessage: () => undefined });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [wanted]);
  return (
    <main
      class="room replay"
      data-layout={layout.value}
      data-explores={collection !== undefined || undefined}
      aria-busy={!opened || undefined}
    >
      {opened ? (
        <LineBoard key={queryText(opened.line)} {...opened} want={want} kept={kept} collection={collection} />
      ) : (
        <>
          {!isHeadLast(collection) && <Head line={wanted} want={want} kept={kept} />}
          <BoardSkeleton />
        </>
      )}
    </main>
  );
}

/** Where all is below each other, what games of a collection did comes right after the board. */
const isHeadLast = (collection: string | undefined): boolean =>
  collection !== undefined && layout.value === 'stack';

const queryText = (line: AnalysedLine): string => new URLSearchParams(queryOf(line)).toString();

interface HeadProps {
  readonly line: AnalysedLine;
  readonly want: (line: AnalysedLine) => void;
  readonly kept: Kept;
  readonly children?: preact.ComponentChildren;
}

/** Which game, by which rule, on how many lines. */
function Head({ line, want, kept: { lines }, children }: HeadProps) {
  const { socket, preferences } = useServices();
  const { t } = preferences;
  const { game, rule, size, moves } = line;
  const rules = knownRules[game];
  const sizes = socket.games.value.find((offer) => offer.game === game)?.sizes ?? [];
  return (
    <section class="card board-head" aria-label={t('board.title')}>
      <h2>{t('board.title')}</h2>
      <Segment<GameName>
        label={t('lobby.game')}
        options={gameOptions(t)}
        value={game}
        onChange={(one) => {
          lines.set(game, line);
          want(lines.get(one) ?? defaultLine(one));
        }}
      />
      <RuleSelect
        game={game}
        rules={rules}
        rule={rule}
        onChange={(one) => want({ ...line, rule: one, moves })}
      />
      {sizes.length > 1 && (
        <Select
          label={t('rule.size')}
          value={String(size ?? sizes[0])}
          options={sizes.map(String)}
          onChange={(one) => want({ game, rule, size: Number(one), moves: [] })}
        />
      )}
      <span class="muted">{t('board.intro')}</span>
      {children}
    </section>
  );
}

interface BoardProps extends LoadedLine {
  readonly want: (line: AnalysedLine) => void;
  readonly kept: Kept;
  /** Whose games are looked at beside it. */
  readonly collection: string | undefined;
}

/** The board itself, or the tools that put a position together; what was on it is there again after them. */
function LineBoard({ line, record, want, kept, collection }: BoardProps) {
  const { socket, toasts, preferences } = useServices();
  const { t } = preferences;
  const game = useGame(record);
  const start = queryText({ ...line, moves: [] });
  const [tools, setTools] = useState<SetUp | null>(null);
  const replay = useMemo(() => {
    if (!game) return null;
    const made = new Replay(record, game, 0, triedHere(start));
    made.showLine(0, line.moves);
    return made;
  }, [game]);
  useAddress(line, replay, collection);
  const tried = replay?.variations.value;
  useLayoutEffect(() => {
    if (tried) keepTried(start, tried);
  }, [tried]);
  const from = (pos: string): AnalysedLine => ({ ...line, pos, moves: [] });
  /** Null where the server takes the position, else why not. */
  const done = async (pos: string): Promise<string | null> => {
    try {
      await socket.request({ t: 'explore', ...from(pos) });
      return null;
    } catch (error) {
      // A line that was lost says nothing of the position.
      if (!isWrongLine(error)) return toasts.describe(error);
      return t('setup.refused', { why: toasts.detail(error) });
    }
  };
  // Once the tools are here.
  const drafts = tools && kept.drafts;
  const setUp = (on: Kept['drafts']): void => {
    kept.drafts = on;
    if (!on) setTools(null);
    else if (game) needed(game.setUp(), setTools);
  };
  // Another rule or game was chosen meanwhile.
  useEffect(() => setUp(kept.drafts), [game]);
  const moved = replay ? { ...line, moves: replay.variation.value } : line;
  const head = (
    <Head key="head" line={moved} want={want} kept={kept}>
      {!drafts && (
        <button class="button small" disabled={!game} onClick={() => setUp(new Map())}>
          {t('setup.title')}
        </button>
      )}
    </Head>
  );
  return (
    <>
      {!isHeadLast(collection) && head}
      {!replay && <BoardSkeleton />}
      {replay && !drafts && <ReplayParts replay={replay} collection={collection} />}
      {replay && tools && drafts && (
        <SetUpBoard
          game={replay.game}
          tools={tools}
          place={record}
          start={replay.shown}
          drafts={drafts}
          onDone={done}
          onTaken={(pos) => {
            kept.drafts = null;
            want(from(pos));
          }}
          onCancel={() => setUp(null)}
        />
      )}
      {replay && isHeadLast(collection) && head}
    </>
  );
}

/** The address says what is looked at. */
function useAddress(line: AnalysedLine, replay: Replay | null, collection: string | undefined): void {
  const { navigation } = useServices();
  const moves = replay?.variation.value ?? line.moves;
  useLayoutEffect(() => {
    // Browsers allow some hundred changes of the address in half a minute: the last one counts.
    const beside = collection === undefined ? {} : { collection };
    const timer = setTimeout(() => navigation.setQuery({ ...queryOf({ ...line, moves }), ...beside }), 200);
    return () => clearTimeout(timer);
  }, [moves]);
}
