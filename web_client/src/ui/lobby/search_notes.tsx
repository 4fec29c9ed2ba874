import { lobbyWords as words } from '../../i18n/areas/lobby_words';
import { challenges } from '../../state/lobby';
import { timeName } from '../../state/time_control';
import { useHeldOff } from '../core/held_off';
import { useServices, useWords } from '../services/services';
import type { LobbyModel } from './lobby_model';
import { ChallengeRow } from './seeks_card';
import type { Setup } from './setup';

export { words, SearchNotes as view };

interface Props {
  readonly model: LobbyModel;
  readonly setup: Setup;
}

/**
 * Beside a search: who waits for the same game at the same clock, and wants something else to be otherwise, and the
 * computer meanwhile; or that the search has ended.
 */
function SearchNotes({ model, setup }: Props) {
  const search = model.search.value;
  if (!search) return <SearchEnded model={model} />;
  const name = timeName(search.time);
  const alike = challenges(model.lobby.value).find(
    (one) => one.game === search.terms.game && timeName(one.time) === name && !model.isOwn(one),
  );
  return (
    <>
      {alike && (
        <ul class="rows">
          <ChallengeRow key={alike.id} challenge={alike} model={model} />
        </ul>
      )}
      <Meanwhile model={model} setup={setup} />
    </>
  );
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
