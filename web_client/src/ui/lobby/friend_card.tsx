import { useState } from 'preact/hooks';
import type { TimeControl } from '../../protocol/types';
import { parseInvitation } from '../../state/route';
import { Icon } from '../parts/icon';
import { useServices } from '../services';
import { ClockPicker } from './clock_picker';
import type { LobbyModel } from './lobby_model';
import { presets, type Setup } from './setup';
import { GameFields } from './game_fields';
import { SidePicker } from './side_picker';

/** A room of one's own, and the way into somebody else's. */
export function FriendCard({ model, setup }: { model: LobbyModel; setup: Setup }) {
  const { link, preferences } = useServices();
  const { t } = preferences;
  const [time, setTime] = useState<TimeControl | null>(presets[5] ?? null);
  return (
    <section class="card side-card" aria-labelledby="friend-title">
      <h2 id="friend-title">
        <Icon name="share" /> {t('lobby.friend')}
      </h2>
      <p class="muted">{t('lobby.friend.intro')}</p>
      <GameFields setup={setup} />
      <ClockPicker id="friend-clock" value={time} onChange={setTime} />
      <div class="row spread">
        <SidePicker setup={setup} />
        <button
          class="button primary"
          disabled={model.busy.value || link.status.value !== 'open'}
          onClick={() => void model.create(setup.create(link.games.value, time, 'human'))}
        >
          {t('lobby.create')}
        </button>
      </div>
      <CodeField />
    </section>
  );
}

function CodeField() {
  const { navigation, preferences, toasts } = useServices();
  const { t } = preferences;
  const [text, setText] = useState('');
  const join = (event: Event): void => {
    event.preventDefault();
    const route = parseInvitation(text);
    if (route.page === 'lost' || route.page === 'lobby') toasts.say(t('lobby.code.bad'), 'bad');
    else navigation.to(route.page === 'code' ? { page: 'code', code: route.code.toUpperCase() } : route);
  };
  return (
    <form class="field join" onSubmit={join}>
      <label for="join-code">{t('lobby.code')}</label>
      <div class="row">
        <input
          id="join-code"
          class="input"
          value={text}
          placeholder={t('lobby.code.hint')}
          autocomplete="off"
          autocapitalize="characters"
          spellcheck={false}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <button class="button" disabled={!text.trim()}>
          {t('lobby.code.join')}
        </button>
      </div>
    </form>
  );
}
