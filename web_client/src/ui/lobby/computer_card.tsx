import { useState } from 'preact/hooks';
import type { TimeControl } from '../../protocol/types';
import { Icon } from '../parts/icon';
import { useServices } from '../services';
import { ClockPicker } from './clock_picker';
import type { LobbyModel } from './lobby_model';
import type { Setup } from './setup';
import { GameFields } from './game_fields';
import { SidePicker } from './side_picker';

const levels = [1, 2, 3, 4, 5, 6, 7, 8] as const;

/** A game against the computer, without waiting for anybody. */
export function ComputerCard({ model, setup }: { model: LobbyModel; setup: Setup }) {
  const { link, preferences } = useServices();
  const { t } = preferences;
  const [time, setTime] = useState<TimeControl | null>(null);
  const level = setup.level.value as (typeof levels)[number];
  const choose = (n: number): void => {
    setup.face(n);
    preferences.change({ level: n });
  };
  return (
    <section class="card side-card" aria-labelledby="computer-title">
      <h2 id="computer-title">
        <Icon name="cpu" /> {t('lobby.computer')}
      </h2>
      <GameFields setup={setup} />
      <div class="levels" role="radiogroup" aria-label={t('lobby.computer')}>
        {levels.map((n) => (
          <label key={n} class={n === level ? 'on' : ''} title={t(`level.${n}`)}>
            <input
              type="radio"
              name="level"
              class="hidden"
              checked={n === level}
              aria-label={t('lobby.level', { n })}
              onChange={() => choose(n)}
            />
            {n}
          </label>
        ))}
      </div>
      <p class="muted level-about">{t(`level.${level}`)}</p>
      <ClockPicker id="computer-clock" value={time} onChange={setTime} />
      <div class="row spread">
        <SidePicker setup={setup} />
        <button
          class="button primary"
          disabled={model.busy.value || link.status.value !== 'open'}
          onClick={() => void model.create(setup.create(link.games.value, time, 'ai'))}
        >
          {t('lobby.start')}
        </button>
      </div>
    </section>
  );
}
