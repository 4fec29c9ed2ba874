import { effect } from '@preact/signals';
import { render } from 'preact';
import { Sounds } from './sound/sounds';
import { Account } from './state/account';
import { clientName } from './state/client_name';
import { safeStorage } from './state/storage';
import { App } from './ui/app';
import { listenForFoundGames } from './ui/frame/found_games';
import { listenForNotices } from './ui/frame/notices';
import { SocketClient } from './ui/services/socket_client';
import { Navigation } from './ui/services/navigation';
import { needed } from './ui/services/reload';
import { adoptStyles } from './ui/core/style';
import { Preferences } from './ui/services/preferences';
import type { Services } from './ui/services/services';
import { Toasts } from './ui/services/toasts';

/** Lets the client open without a network. Browsers allow that on secure origins only; elsewhere nothing is lost. */
function registerServiceWorker(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  addEventListener('load', () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined));
}

/** Fetched where they are needed: few visitors force colours. */
function watchForcedColors(): void {
  const forced = matchMedia('(forced-colors: active)');
  const apply = (): void => {
    if (forced.matches)
      import('./style/forced_colors.css?inline').then(
        ({ default: style }) => adoptStyles(style),
        () => undefined,
      );
  };
  forced.addEventListener('change', apply);
  apply();
}

function start(root: HTMLElement): void {
  const keep = safeStorage(() => localStorage);
  const account = new Account(keep);
  const preferences = new Preferences(keep, navigator.languages);
  const socket = new SocketClient(account, location.origin, clientName(navigator.userAgent));
  const services: Services = {
    account,
    socket,
    navigation: new Navigation(),
    preferences,
    sounds: new Sounds(document),
    toasts: new Toasts(preferences),
  };
  effect(() => {
    const { sound, volume } = preferences.settings.value;
    services.sounds.volume = sound ? volume : 0;
  });
  const words = preferences.loadWords();
  // Notices may come before there are words, and before there is a page.
  listenForNotices(services, words);
  listenForFoundGames(services);
  // Fetched for those who can have any.
  effect(() => {
    if (account.user.value?.guest === false)
      import('./ui/for_accounts').then(
        ({ begin }) => begin(services),
        () => undefined,
      );
  });
  // Before anything is drawn: a page must find its own connection, not that of the page before.
  effect(() => {
    const route = services.navigation.route.value;
    socket.switchRoom(route.page === 'room' ? route.gameId : null);
  });
  addEventListener('storage', ({ key }) => {
    preferences.onStorage(key);
    account.onStorage(key);
  });
  preferences.applyTo(document.documentElement);
  // A connection that stalls looks open for a long time: ask when the browser's network changes.
  for (const change of ['online', 'offline']) addEventListener(change, () => socket.wake());
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) socket.wake();
  });
  watchForcedColors();
  needed(words, () => {
    root.replaceChildren();
    render(<App services={services} />, root);
  });
}

const root = document.getElementById('app');
if (root) start(root);
registerServiceWorker();
