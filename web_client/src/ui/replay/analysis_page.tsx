import { useEffect, useRef, useState } from 'preact/hooks';
import type { GameView, SetUp } from '../../games/kit/game';
import type { GameRecord } from '../../protocol/records';
import type { Explored } from '../../protocol/engine_messages';
import { replayWords as words } from '../../i18n/replay_words';
import { knownRules } from '../../games/rules';
import { gameNames, type GameName } from '../../protocol/types';
import { BoardHolder } from '../parts/board_placeholder';
import { lazy } from '../parts/lazy';
import { layout } from '../parts/layout';
import { Segment } from '../parts/segment';
import { useGame } from '../parts/use_game';
import { useServices } from '../services/services';
import { ReplayParts } from './replay_view';

/** Few put a position together: how is fetched for those who do. */
const SetUpBoard = lazy(() => import('./set_up_board'), BoardHolder);

export { AnalysisPage as view, words };

/** A game that nobody played: it begins and ends at the start position. */
const blank = (game: GameName, explored: Explored): GameRecord => ({
  gameId: '',
  game,
  rule: knownRules[game][0] ?? 'standard',
  you: null,
  players: [
    { name: '', online: false },
    { name: '', online: false },
  ],
  time: null,
  rated: false,
  startPos: explored.pos,
  state: {
    moves: '',
    ply: 0,
    turn: 'first',
    pos: explored.pos,
    clock: null,
    status: 'finished',
    result: null,
    reason: null,
  },
  chat: [],
  v: 0,
  positions: [explored.pos],
  notations: [],
});

/** A board on which both sides are moved by hand; the server says what is legal, and what it thinks. */
function AnalysisPage() {
  const { link, preferences, toasts } = useServices();
  const { t } = preferences;
  const [tools, setTools] = useState<SetUp | null>(null);
  const [name, setName] = useState<GameName>(preferences.settings.value.game);
  const [record, setRecord] = useState<GameRecord | null>(null);
  const game = useGame(record);
  const asked = useRef(name);
  asked.current = name;
  useEffect(() => {
    document.title = `${t('board.title')} · Sanqi 三棋`;
    const open = (): void => {
      link.request({ t: 'explore', game: name, moves: [] }).then(
        (answer) => {
          // A line that comes back finds the board as it was left.
          if (asked.current === name && answer.t === 'explored')
            setRecord((known) => known ?? blank(name, answer));
        },
        () => undefined,
      );
    };
    setRecord(null);
    setTools(null);
    return link.subscribe({ greeted: open, received: () => undefined });
  }, [name]);
  /** The server knows which positions can be played: null when it has taken this one, else why not. */
  const begin = async (pos: string): Promise<string | null> => {
    try {
      const answer = await link.request({ t: 'explore', game: name, pos, moves: [] });
      if (asked.current !== name) return null;
      if (answer.t === 'explored') setRecord(blank(name, answer));
      setTools(null);
      return null;
    } catch (error) {
      return t('setup.refused', { why: toasts.detail(error) }).trim();
    }
  };
  const here = game?.id === record?.game ? game : null;
  const setUp = async (view: GameView): Promise<void> => {
    try {
      const [found] = await Promise.all([view.setUp(), SetUpBoard.prepare(preferences)]);
      setTools(found);
    } catch (error) {
      toasts.fail(error);
    }
  };
  return (
    <main
      class="room replay"
      data-game={name}
      data-layout={layout.value}
      aria-busy={!(record && here) || undefined}
    >
      <section class="card board-head" aria-label={t('board.title')}>
        <h2>{t('board.title')}</h2>
        <Segment<GameName>
          label={t('board.title')}
          options={gameNames.map((one) => [one, t(`game.${one}`)] as const)}
          value={name}
          onChange={setName}
        />
        <span class="muted">{t('board.intro')}</span>
        {!tools && (
          <button class="button small" disabled={!here} onClick={() => void (here && setUp(here))}>
            {t('setup.title')}
          </button>
        )}
      </section>
      {record && here && tools && (
        <SetUpBoard
          game={here}
          tools={tools}
          start={here.parsePosition(record.startPos)}
          onDone={begin}
          onCancel={() => setTools(null)}
        />
      )}
      {record && here && !tools && <ReplayParts key={name} record={record} game={here} start={0} />}
      {!(record && here) && <BoardHolder />}
    </main>
  );
}
