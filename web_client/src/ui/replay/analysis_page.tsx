import { useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import { knownRules } from '../../games/rules';
import type { SetUp } from '../../games/kit/game';
import { replayWords as words } from '../../i18n/areas/replay_words';
import { isConnectionLost } from '../../protocol/connection';
import type { GameRecord } from '../../protocol/records';
import type { GameName } from '../../protocol/types';
import { BoardSkeleton } from '../boards/board_placeholder';
import { layout } from '../core/layout';
import { gameOptions, Segment } from '../parts/segment';
import { Select } from '../parts/select';
import { useGame } from '../boards/use_game';
import { useLatest } from '../core/use_latest';
import { useTitle } from '../core/use_title';
import { needed } from '../services/reload';
import { useServices } from '../services/services';
import { Replay } from './replay_model';
import { ReplayParts } from './replay_view';
import { SetUpBoard } from './set_up_board';
import { loadStudy, queryOf, studyFromQuery, studyKeys, defaultStudy, type Study } from './study';

export { AnalysisPage as view, words };

/** A server that is too busy for a board is asked again after this. */
const AGAIN_MS = 5_000;

interface LoadedStudy {
  readonly studied: Study;
  readonly record: GameRecord;
}

/** A board on which both sides are moved by hand; the server says what is legal, and what it thinks. */
function AnalysisPage() {
  const { socket, navigation, preferences, toasts } = useServices();
  const [collection] = useState(() => navigation.query(['collection']).collection);
  useTitle(preferences.t('board.title'));
  const [wanted, want] = useState<Study>(() =>
    studyFromQuery(navigation.query(studyKeys), preferences.settings.value.game),
  );
  const [opened, setOpened] = useState<LoadedStudy | null>(null);
  const asked = useLatest(wanted);
  useEffect(() => {
    let isThere = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const open = (): void => {
      // A line that comes back finds the board as it was left.
      if (isThere) return;
      loadStudy(socket, wanted).then(
        (found) => {
          if (asked.current !== wanted) return;
          isThere = true;
          setOpened(found);
        },
        (error: unknown) => {
          if (asked.current !== wanted) return;
          toasts.showError(error);
          // The next line greets by itself.
          if (!isConnectionLost(error)) timer = setTimeout(open, AGAIN_MS);
        },
      );
    };
    setOpened(null);
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
      {opened?.studied.game === wanted.game ? (
        <StudyBoard key={queryText(opened.studied)} {...opened} want={want} collection={collection} />
      ) : (
        <>
          {!isHeadLast(collection) && <Head studied={wanted} want={want} />}
          <BoardSkeleton />
        </>
      )}
    </main>
  );
}

/** Where all is below each other, what games of a collection did comes right after the board. */
const isHeadLast = (collection: string | undefined): boolean =>
  collection !== undefined && layout.value === 'stack';

const queryText = (studied: Study): string => new URLSearchParams(queryOf(studied)).toString();

interface HeadProps {
  readonly studied: Study;
  readonly want: (studied: Study) => void;
  readonly children?: preact.ComponentChildren;
}

/** Which game, by which rule, on how many lines. */
function Head({ studied, want, children }: HeadProps) {
  const { socket, preferences } = useServices();
  const { t, named } = preferences;
  const { game, rule, size, moves } = studied;
  const rules = knownRules[game];
  const sizes = socket.games.value.find((offer) => offer.game === game)?.sizes ?? [];
  return (
    <section class="card board-head" aria-label={t('board.title')}>
      <h2>{t('board.title')}</h2>
      <Segment<GameName>
        label={t('board.title')}
        options={gameOptions(t)}
        value={game}
        onChange={(one) => want(defaultStudy(one))}
      />
      {rules.length > 1 && (
        <Select
          label={t('rule.label')}
          value={rule}
          options={rules}
          nameOf={(one) => named(`rule.${game}.${one}`, 'name', one)}
          onChange={(one) => want({ ...studied, rule: one, moves })}
        />
      )}
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

interface BoardProps extends LoadedStudy {
  readonly want: (studied: Study) => void;
  /** Whose games are looked at beside it. */
  readonly collection: string | undefined;
}

/** The board itself, or the tools that put a position together; what was on it is there again after them. */
function StudyBoard({ studied, record, want, collection }: BoardProps) {
  const { socket, toasts, preferences } = useServices();
  const { t } = preferences;
  const game = useGame(record);
  const [tools, setTools] = useState<SetUp | null>(null);
  const replay = useMemo(() => {
    if (!game) return null;
    const made = new Replay(record, game, 0);
    made.showLine(0, studied.moves);
    return made;
  }, [game]);
  useAddress(studied, replay, collection);
  /** Null when the server has taken the position, else why not. */
  const done = async (pos: string): Promise<string | null> => {
    const next: Study = { ...studied, pos, moves: [] };
    try {
      await socket.request({ t: 'explore', ...next });
      want(next);
      return null;
    } catch (error) {
      return t('setup.refused', { why: toasts.detail(error) }).trim();
    }
  };
  const setUp = (): void => {
    if (game) needed(game.setUp(), setTools);
  };
  const moved = replay ? { ...studied, moves: replay.variation.value } : studied;
  const head = (
    <Head key="head" studied={moved} want={want}>
      {!tools && (
        <button class="button small" disabled={!game} onClick={setUp}>
          {t('setup.title')}
        </button>
      )}
    </Head>
  );
  return (
    <>
      {!isHeadLast(collection) && head}
      {!replay && <BoardSkeleton />}
      {replay && !tools && <ReplayParts replay={replay} collection={collection} />}
      {replay && tools && (
        <SetUpBoard
          game={replay.game}
          tools={tools}
          place={record}
          start={replay.shown}
          onDone={done}
          onCancel={() => setTools(null)}
        />
      )}
      {isHeadLast(collection) && head}
    </>
  );
}

/** The address says what is looked at. */
function useAddress(studied: Study, replay: Replay | null, collection: string | undefined): void {
  const { navigation } = useServices();
  const moves = replay?.variation.value ?? studied.moves;
  useLayoutEffect(() => {
    // Browsers allow some hundred changes of the address in half a minute: the last one counts.
    const beside = collection === undefined ? {} : { collection };
    const timer = setTimeout(
      () => navigation.setQuery({ ...queryOf({ ...studied, moves }), ...beside }),
      200,
    );
    return () => clearTimeout(timer);
  }, [moves]);
}
