import { lobbyWords as words } from '../../i18n/areas/lobby_words';
import { timeName } from '../../state/time_control';
import { useHeldOff } from '../core/held_off';
import { useServices, useWords } from '../services/services';
import type { LobbyModel } from './lobby_model';
import type { Setup } from './setup';

export { words, SearchNotes as view };

interface Props {
  readonly model: LobbyModel;
  readonly setup: Setup;
}

/** Beside a search: the computer meanwhile, or that the search has ended. */
function SearchNotes({ model, setup }: Props) {
  return model.search.value ? <Meanwhile model={model} setup={setup} /> : <SearchEnded model={model} />;
}

/** While a search goes on: a game against the computer. */
function Meanwhile({ model, setup }: Props) {
  const note = useHeldOff<HTMLParagraphElement>();
  const { account, socket, preferences } = useServices();
  const { t } = preferences;
  const play = (): void => {
    void model.create(setup.create(socket.games.value, account.user.value, 'ai'));
  };
  return (
    <p class="search-ended" ref={note}>
      {t('lobby.meanwhile')}
      <span class="space" />
      <button class="button small" disabled={model.busy.value} onClick={play}>
        {t('lobby.playLevel', { n: setup.level.value })}
      </button>
    </p>
  );
}

/** A search ends with its connection: says so, and offers to search again. */
function SearchEnded({ model }: Pick<Props, 'model'>) {
  const note = useHeldOff<HTMLParagraphElement>();
  const { t } = useWords();
  const ended = model.endedSearch.value;
  if (!ended) return null;
  const { terms, time } = ended;
  return (
    <p class="search-ended" role="alert" ref={note}>
      {t('lobby.searchEnded', { game: t(`game.${terms.game}`), time: timeName(time) })}
      <span class="space" />
      <button class="button small jade" onClick={() => void model.seek(terms, time)}>
        {t('lobby.searchAgain')}
      </button>
      <button class="button small" onClick={() => model.dismissEnded()}>
        {t('settings.close')}
      </button>
    </p>
  );
}
