import { useRef, useState } from 'preact/hooks';
import { formats, type Format, type TournamentForm } from '../../protocol/tournaments';
import type { GameName } from '../../protocol/types';
import { timeName } from '../../state/time_control';
import { useFocus } from '../core/use_dismiss';
import { useOverlay } from '../core/use_overlay';
import { gameOptions, Segment } from '../parts/segment';
import { Select } from '../parts/select';
import { useSubmit } from '../people/use_submit';
import { useServices } from '../services/services';
import { useWhy } from './use_why';

/** Code points of a name, at most. */
const LONGEST_NAME = 40;
const MOST_ROUNDS = 30;

const clock = (minutes: number, seconds: number) => ({
  initial: minutes * 60_000,
  increment: seconds * 1_000,
});
const usual = clock(5, 3);
const clocks = [
  clock(1, 0),
  clock(3, 2),
  clock(5, 0),
  usual,
  clock(10, 0),
  clock(10, 5),
  clock(15, 10),
  clock(30, 20),
];

interface Props {
  readonly onSave: (form: TournamentForm) => Promise<void>;
  readonly onClose: () => void;
}

/** What a tournament is to be. */
export function TournamentFields({ onSave, onClose }: Props) {
  const { preferences, socket } = useServices();
  const { t, named } = preferences;
  const why = useWhy();
  const [name, setName] = useState('');
  const [game, setGame] = useState<GameName>(preferences.settings.peek().game);
  const [rule, setRule] = useState<string | null>(null);
  const [format, setFormat] = useState<Format>('swiss');
  const [rounds, setRounds] = useState(0);
  const [time, setTime] = useState(usual);
  const rules = socket.games.value.find((offer) => offer.game === game)?.rules ?? [];
  const wanted = Array.from(name.trim()).slice(0, LONGEST_NAME).join('');
  const send = async (): Promise<void> => {
    await onSave({
      name: wanted,
      game,
      ...(rule !== null && { rule }),
      format,
      rounds: format === 'swiss' ? rounds : 0,
      initialMs: time.initial,
      incrementMs: time.increment,
    });
  };
  const { busy, problem, onSubmit } = useSubmit(send);
  const field = useRef<HTMLInputElement>(null);
  useFocus(field);
  useOverlay(true, onClose, false);
  const chooseGame = (one: GameName): void => {
    setGame(one);
    setRule(null);
  };
  return (
    <form class="card form-card" onSubmit={onSubmit}>
      <label class="field">
        {t('tournament.name')}
        <input
          ref={field}
          class="input"
          value={name}
          required
          maxLength={2 * LONGEST_NAME}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <Segment<GameName>
        label={t('games.tournaments')}
        options={gameOptions(t)}
        value={game}
        onChange={chooseGame}
      />
      {rules.length > 1 && (
        <Select
          label={t('rule.label')}
          value={rule ?? rules[0] ?? ''}
          options={rules}
          nameOf={(one) => named(`rule.${game}.${one}`, 'name', one)}
          onChange={setRule}
        />
      )}
      <Segment<Format>
        label={t('tournament.format')}
        options={formats.map((one) => [one, t(`tournament.format.${one}`)] as const)}
        value={format}
        onChange={setFormat}
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
              setRounds(Math.min(MOST_ROUNDS, Math.max(0, Math.round(currentTarget.valueAsNumber || 0))))
            }
          />
        </label>
      )}
      <Select
        label={t('time.label')}
        value={timeName(time)}
        options={clocks.map((one) => timeName(one))}
        onChange={(one) => setTime(clocks.find((some) => timeName(some) === one) ?? usual)}
      />
      {problem !== null && (
        <p class="problem" role="alert">
          {why(problem)}
        </p>
      )}
      <div class="row wrap">
        <button class="button primary" disabled={wanted === ''} aria-busy={busy}>
          {t('tournament.create')}
        </button>
        <button type="button" class="button" onClick={onClose}>
          {t('tournament.close')}
        </button>
      </div>
    </form>
  );
}
