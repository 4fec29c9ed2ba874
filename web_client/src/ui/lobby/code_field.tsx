import { useState } from 'preact/hooks';
import { parseInvitation } from '../../state/route';
import { useServices } from '../services/services';

/**
 * Joins a room by its code or its link. A code is written in capitals; the server is asked by the page that it leads
 * to.
 */
export function CodeField() {
  const { navigation, preferences, toasts } = useServices();
  const { t } = preferences;
  const [text, setText] = useState('');
  const join = (event: Event): void => {
    event.preventDefault();
    const route = parseInvitation(text);
    if (route.page === 'not_found' || route.page === 'lobby') toasts.show(t('lobby.code.bad'), 'bad');
    else navigation.to(route.page === 'code' ? { page: 'code', code: route.code.toUpperCase() } : route);
  };
  return (
    <form class="join row" onSubmit={join}>
      <input
        class="input"
        value={text}
        placeholder={t('lobby.code.hint')}
        aria-label={t('lobby.code')}
        autocomplete="off"
        autocapitalize="characters"
        spellcheck={false}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button class="button" disabled={!text.trim()}>
        {t('lobby.code.join')}
      </button>
    </form>
  );
}
