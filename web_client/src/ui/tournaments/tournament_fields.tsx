import { useState } from 'preact/hooks';
import { openingsOf } from '../../games/rules';
import {
  formats,
  hostSides,
  type Format,
  type HostSide,
  type TournamentForm,
} from '../../protocol/tournaments';
import type { GameName } from '../../protocol/types';
import { NamedForm } from '../parts/named_form';
import { gameOptions, Segment } from '../parts/segment';
import { RuleSelect } from '../parts/rule_select';
import { Select } from '../parts/select';
import { useServices } from '../services/services';
import { useWhy } from './use_why';

/** Code points of a name, at most. */
const LONGEST_NAME = 40;
const MOST_ROUNDS = 30;

/** How long an arena is, in minutes. */
const lengths = ['20', '40', '60', '90', '120'];

/** What the host of a simul has more on the clock, in minutes. */
const extras = ['0', '5', '10', '20', '30', '60'];

/** Minutes, and seconds for each move. */
const clocks = ['1+0', '3+2', '5+0', '5+3', '10+0', '10+5', '15+10', '30+20'];

/** How its players meet, and for how long. */
interface Course {
  readonly format: Format;
  /** Of a Swiss; 0: as many as fit. */
  readonly rounds: number;
  /** Of an arena, in minutes. */
  readonly length: string;
  /** Of a simul. */
  readonly side: HostSide;
  readonly extra: string;
}

const USUAL: Course = { format: 'swiss', rounds: 0, length: '60', side: 'alternating', extra: '0' };

interface Props {
  readonly onSave: (form: TournamentForm) => Promise<void>;
  readonly onClose: () => void;
}

/**
 * What a tournament is to be. Rules are those that the server offers; while its welcome has not come, the usual one
 * is taken.
 */
export function TournamentFields({ onSave, onClose }: Props) {
  const { preferences, socket } = useServices();
  const { t, named } = preferences;
  const why = useWhy();
  const [game, setGame] = useState<GameName>(preferences.settings.peek().game);
  const [rule, setRule] = useState<string | null>(null);
  const [opening, setOpening] = useState('');
  const [course, setCourse] = useState(USUAL);
  const [time, setTime] = useState('5+3');
  const rules = socket.games.value.find((offer) => offer.game === game)?.rules ?? [];
  const openings = openingsOf(game, rule ?? rules[0], socket.games.value);
  const send = (name: string): Promise<void> => {
    const [minutes = 0, seconds = 0] = time.split('+').map(Number);
    const { format, rounds, length, side, extra } = course;
    return onSave({
      name,
      game,
      ...(rule !== null && { rule }),
      ...(opening && { opening }),
      format,
      rounds: format === 'swiss' ? rounds : 0,
      ...(format === 'arena' && { lengthMs: Number(length) * 60_000 }),
      ...(format === 'simul' && { hostSide: side, hostExtraMs: Number(extra) * 60_000 }),
      initialMs: minutes * 60_000,
      incrementMs: seconds * 1_000,
    });
  };
  const chooseRule = (one: string | null): void => {
    setRule(one);
    setOpening('');
  };
  const chooseGame = (one: GameName): void => {
    setGame(one);
    chooseRule(null);
  };
  return (
    <NamedForm longest={LONGEST_NAME} save={t('tournament.create')} onSave={send} onClose={onClose} why={why}>
      <Segment<GameName>
        label={t('lobby.game')}
        options={gameOptions(t)}
        value={game}
        onChange={chooseGame}
      />
      <RuleSelect game={game} rules={rules} rule={rule} onChange={chooseRule} />
      {openings.length > 0 && (
        <Select
          label={t('rule.opening')}
          value={opening}
          options={['', ...openings]}
          nameOf={(one) => (one === '' ? t('rule.opening.none') : named('rule.opening', one))}
          onChange={setOpening}
        />
      )}
      <CourseFields course={course} onChange={setCourse} />
      <Select label={t('time.label')} value={time} options={clocks} onChange={setTime} />
    </NamedForm>
  );
}

interface CourseProps {
  readonly course: Course;
  readonly onChange: (course: Course) => void;
}

function CourseFields({ course, onChange }: CourseProps) {
  const { t } = useServices().preferences;
  const { format, rounds, length, side, extra } = course;
  const change = (some: Partial<Course>): void => onChange({ ...course, ...some });
  return (
    <>
      <Segment<Format>
        label={t('tournament.format')}
        options={formats.map((one) => [one, t(`tournament.format.${one}`)] as const)}
        value={format}
        onChange={(chosen) => change({ format: chosen })}
      />
      {format === 'swiss' && (
        <label class="row">
          {t('tournament.rounds')}
          <input
            class="input small"
            type="number"
            min="0"
            max={MOST_ROUNDS}
            value={rounds}
            onChange={({ currentTarget }) =>
              change({
                rounds: Math.min(MOST_ROUNDS, Math.max(0, Math.round(currentTarget.valueAsNumber || 0))),
              })
            }
          />
        </label>
      )}
      {format === 'arena' && (
        <Select
          label={t('tournament.length')}
          value={length}
          options={lengths}
          onChange={(chosen) => change({ length: chosen })}
        />
      )}
      {format === 'simul' && (
        <>
          <Select
            label={t('tournament.host')}
            value={side}
            options={hostSides}
            nameOf={(one) => t(`tournament.host.${one as HostSide}`)}
            onChange={(chosen) => change({ side: chosen as HostSide })}
          />
          <Select
            label={t('tournament.host.extra')}
            value={extra}
            options={extras}
            onChange={(chosen) => change({ extra: chosen })}
          />
        </>
      )}
    </>
  );
}
