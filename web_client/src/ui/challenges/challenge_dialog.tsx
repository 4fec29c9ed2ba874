import { useState } from 'preact/hooks';
import challengesStyle from '../../style/challenges.css?inline';
import { challengeWords as words } from '../../i18n/areas/challenge_words';
import { adoptStyles } from '../core/style';
import { useSubmit } from '../core/use_submit';
import { ClockPicker, RatedChoice, SidePicker } from '../lobby/play_card';
import { RuleFields } from '../lobby/rule_fields';
import { Setup } from '../lobby/setup';
import { Panel } from '../parts/panel';
import { gameOptions, Segment } from '../parts/segment';
import type { Preferences } from '../services/preferences';
import { useServices } from '../services/services';

adoptStyles(challengesStyle);

export { words, ChallengeDialog as view };

/** The lobby's form, for a game with one player. What is chosen here is not kept. */
function setUp({ settings }: Preferences, mayBeRated: boolean): Setup {
  const setup = new Setup({ settings, change: () => undefined });
  setup.chooseOpponent('anyone');
  if (!mayBeRated) setup.chooseRated(false);
  return setup;
}

interface Props {
  readonly name: string;
  /** The other one is a program. */
  readonly program?: boolean | undefined;
  readonly onClose: () => void;
}

/** Asks a player for a game, by the form of the lobby. People and programs have no rated games together. */
function ChallengeDialog({ name, program = false, onClose }: Props) {
  const { account, preferences, socket, toasts } = useServices();
  const { t } = preferences;
  const mayBeRated = program === (account.user.value?.program ?? false);
  const [setup] = useState(() => setUp(preferences, mayBeRated));
  const { busy, onSubmit } = useSubmit(async () => {
    try {
      const terms = setup.seekTerms(socket.games.value, account.user.value);
      await socket.request({ t: 'challenge', to: name, ...terms, time: setup.time.value });
      onClose();
    } catch (error) {
      toasts.showError(error);
    }
  });
  return (
    <Panel class="challenge-form" title={t('challenge.title', { name })} onClose={onClose}>
      <form class="stack" onSubmit={onSubmit}>
        <Segment
          label={t('lobby.game')}
          options={gameOptions(t)}
          value={setup.game.value}
          onChange={(game) => setup.chooseGame(game)}
        />
        <SidePicker setup={setup} />
        <RuleFields setup={setup} />
        <ClockPicker
          id="challenge-clock"
          value={setup.time.value}
          onChange={(time) => setup.chooseClock(time)}
        />
        {mayBeRated && <RatedChoice setup={setup} />}
        <button class="button primary" aria-busy={busy}>
          {t('challenge.send')}
        </button>
      </form>
    </Panel>
  );
}
