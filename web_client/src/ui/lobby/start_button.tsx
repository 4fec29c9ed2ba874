import { timeName } from '../../state/time_control';
import { singleClick } from '../core/in_flight';
import { useTicker } from '../core/use_ticker';
import { useServices, useWords } from '../services/services';
import type { LobbyModel, Search } from './lobby_model';
import type { Setup } from './setup';

interface Props {
  readonly model: LobbyModel;
  readonly setup: Setup;
}

/** The one button of the lobby: says what will happen, and of what was chosen. Stops a search that goes on. */
export function StartButton({ model, setup }: Props) {
  const { account, socket, preferences } = useServices();
  const { t } = preferences;
  const search = model.search.value;
  const against = setup.against.value;
  const rated = setup.isRated(account.user.value);
  const facts = [
    t(`game.${setup.game.value}`),
    setup.time.value ? timeName(setup.time.value) : t('speed.unlimited'),
    ...(rated ? [t('lobby.rated')] : []),
  ];
  const words = {
    anyone: t('lobby.title'),
    computer: t('lobby.playLevel', { n: setup.level.value }),
    friend: t('lobby.create'),
  };
  return (
    <button
      class={`button start ${search ? 'searching' : 'primary'}`}
      disabled={model.busy.value || socket.status.value !== 'open' || (!search && setup.isRangeEmpty.value)}
      onClick={singleClick(() => void setup.start(model, socket.games.value, account.user.value))}
    >
      {search ? <Elapsed search={search} /> : words[against]}
      <small>{search ? t('lobby.cancelSearch') : facts.join(' · ')}</small>
    </button>
  );
}

/** How long the search goes on, second by second; for the eye alone: screen readers say each new name of a button that
 *  has the focus. */
function Elapsed({ search }: { search: Search }) {
  const { t } = useWords();
  useTicker(1_000);
  const seconds = Math.floor((performance.now() - search.since) / 1_000);
  const time = `${Math.floor(seconds / 60)}:${`${seconds % 60}`.padStart(2, '0')}`;
  return <span aria-hidden="true">{t('lobby.searching', { game: timeName(search.time), time })}</span>;
}
