import { useEffect, useState } from 'preact/hooks';
import type { GameRecord } from '../../protocol/records';
import type { Explored } from '../../protocol/server_messages';
import { knownRules } from '../../games/rules';
import { gameNames, type GameName } from '../../protocol/types';
import { ReplayHolder } from '../parts/board_holder';
import { Segment } from '../parts/segment';
import { useGame } from '../room/room_page';
import { useServices } from '../services';
import { ReplayView } from './replay_view';

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
export function AnalysisPage() {
  const { link, preferences } = useServices();
  const { t } = preferences;
  const [name, setName] = useState<GameName>(preferences.settings.value.game);
  const [record, setRecord] = useState<GameRecord | null>(null);
  const game = useGame(record?.game);
  useEffect(() => {
    document.title = `${t('board.title')} · Sanqi 三棋`;
    const begin = (): void => {
      link.request({ t: 'explore', game: name, moves: [] }).then(
        (answer) => {
          if (answer.t === 'explored') setRecord(blank(name, answer));
        },
        () => undefined,
      );
    };
    setRecord(null);
    return link.subscribe({ greeted: begin, received: () => undefined });
  }, [name]);
  return (
    <>
      <section class="board-head" aria-label={t('board.title')}>
        <h2>{t('board.title')}</h2>
        <Segment<GameName>
          label={t('board.title')}
          options={gameNames.map((one) => [one, t(`game.${one}`)] as const)}
          value={name}
          onChange={setName}
        />
        <span class="muted">{t('board.intro')}</span>
      </section>
      {record && game?.id === record.game ? (
        <ReplayView key={name} record={record} game={game} start={0} />
      ) : (
        <ReplayHolder />
      )}
    </>
  );
}
