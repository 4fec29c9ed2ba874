import { lobbyWords as words } from '../../i18n/areas/lobby_words';
import { useWords } from '../services/services';

export { words, FriendNote as view };

/** Where a game with a friend is counted, and where it is not. */
function FriendNote() {
  const { t } = useWords();
  return <p class="muted play-note">{t('lobby.private')}</p>;
}
