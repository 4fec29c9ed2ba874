import type { GameView } from '../../games/kit/game';
import { keptAt, type GameRecord } from '../../protocol/records';
import { forSide, type Analysis, type Mark, type Side } from '../../protocol/types';
import { markSigns } from '../parts/evaluation_text';
import { countMarks } from '../../state/analysis';
import { isOver } from '../../state/room';
import { timeName } from '../../state/time_control';
import { PieceIcon } from '../boards/piece_icon';
import { PlayerName } from '../parts/player_name';
import { RouteLink } from '../parts/route_link';
import { scoreOf } from '../parts/score';
import { OpeningLabel } from '../boards/opening_label';
import { useServices } from '../services/services';

interface Props {
  readonly record: GameRecord;
  readonly game: GameView;
  readonly analysis: Analysis | null;
  readonly begins: Side;
}

/** Who played, how it ended, and how well they did. */
export function Heading({ record, game, analysis, begins }: Props) {
  const { t } = useServices().preferences;
  const player = (side: Side) => (
    <div class={`replay-player ${side}`}>
      <PieceIcon game={game} side={side} size={34} />
      <span>
        <b>
          <PlayerName player={forSide(record.players, side)} isOver link />
        </b>
        <small class="accuracy muted">
          {analysis ? (
            <Accuracy analysis={analysis} side={side} begins={begins} />
          ) : (
            t(`side.${record.game}.${side}`)
          )}
        </small>
      </span>
    </div>
  );
  return (
    <section class="replay-heading">
      {player('first')}
      <span class="score">{scoreOf(record.state.result)}</span>
      {player('second')}
      <OpeningLabel
        game={game}
        code={record.state.openingCode}
        start={record.startPos}
        ply={record.state.ply}
      />
      <RoomLinks record={record} />
    </section>
  );
}

/** To the room where it is or was played, and to the next game of the two. */
function RoomLinks({ record: { gameId, rematchId, source, state } }: { record: GameRecord }) {
  const { t } = useServices().preferences;
  if (source !== undefined) return null;
  const isLive = !isOver(state);
  return (
    <p class="row">
      {isLive && t('replay.live')}
      <RouteLink class="button small" to={{ page: 'room', gameId }}>
        {t(isLive ? 'replay.watch' : 'replay.room')}
      </RouteLink>
      {rematchId && (
        <RouteLink class="button small" to={{ page: 'room', gameId: rematchId }}>
          {t('replay.next')}
        </RouteLink>
      )}
    </p>
  );
}

const marks: readonly Mark[] = ['blunder', 'mistake', 'inaccuracy'];

/** Per cent once the analysis is done, and the mistakes that are known by now. */
function Accuracy({ analysis, side, begins }: Record<'side' | 'begins', Side> & { analysis: Analysis }) {
  const { t } = useServices().preferences;
  const counts = forSide(countMarks(analysis, begins), side);
  return (
    <>
      {analysis.accuracy && t('analysis.accuracy', { percent: Math.round(forSide(analysis.accuracy, side)) })}
      {marks.map(
        (mark) =>
          counts[mark] > 0 && (
            <span key={mark} title={t(`analysis.mark.${mark}`)}>
              {' · '}
              {counts[mark]} <b class={`sign ${mark}`}>{markSigns[mark]}</b>
            </span>
          ),
      )}
    </>
  );
}

/** At which clock, by which rule, how and when. */
export function Facts({ record }: { record: GameRecord }) {
  const { preferences } = useServices();
  const { t, named, ruleNames } = preferences;
  if (keptAt(record) === '') return null;
  const isHere = record.source === undefined;
  const day = new Intl.DateTimeFormat(preferences.settings.value.language, { dateStyle: 'medium' });
  return (
    <span class="caption facts">
      {[
        ...ruleNames(record.game, record.rule),
        // What a file holds was played at another clock and another time than it came.
        isHere && timeName(record.time),
        isHere && t(record.rated ? 'lobby.rated' : 'lobby.casual'),
        record.state.reason && named('reason', record.state.reason),
        record.event,
        record.at !== undefined && isHere && day.format(record.at),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  );
}
