import { useState } from 'preact/hooks';
import { languageNames, languageTags } from '../../i18n/languages';
import type { LanguageTag } from '../../i18n/translate';
import type { Route } from '../../state/route';
import { RouteLink } from '../parts/route_link';
import { Avatar } from '../parts/avatar';
import { Icon, Logo } from '../parts/icon';
import { isNarrow } from '../core/layout';
import { useUnfinished } from '../parts/resume_link';
import { useServices, useWords } from '../services/services';
import { LatencyChip } from './latency_chip';
import { SettingsPanel } from './settings';

const pages = [
  ['lobby', 'nav.play', 'board'],
  ['watch', 'nav.watch', 'eye'],
  ['games', 'nav.games', 'play'],
  ['learn', 'nav.learn', 'book'],
] as const;

/** Which a phone has no room for: there they are buttons of the page of games. */
const morePages = [
  ['analysis', 'nav.analysis', 'board'],
  ['leaderboard', 'nav.leaders', 'people'],
] as const;

/** To which the page of games leads. */
const ofGames = ['replay', 'player', 'collections', 'tournaments', 'study', 'clubs'];

/** The page of the bar under which a route lies. */
function section({ page }: Route, tabs: boolean): string {
  if (ofGames.includes(page) || (tabs && morePages.some(([one]) => one === page))) return 'games';
  return page === 'room' || page === 'code' ? 'lobby' : page;
}

interface PagesProps {
  readonly route: Route;
  /** At the lower edge of a phone, below what is read before. */
  readonly tabs?: boolean;
}

/** The pages of the site: in the bar above, or as tabs at the lower edge of a phone. */
export function Pages({ route, tabs = false }: PagesProps) {
  const { t } = useWords();
  return (
    <nav class={`nav ${tabs ? 'tab-bar' : ''}`} aria-label={t('nav.main')}>
      {[...pages, ...(tabs ? [] : morePages)].map(([page, key, icon]) => (
        <RouteLink key={page} to={{ page }} aria-current={section(route, tabs) === page ? 'page' : undefined}>
          {tabs && <Icon name={icon} size={22} />}
          {t(key)}
        </RouteLink>
      ))}
    </nav>
  );
}

/** All sounds on or off; the volume is kept. */
export function SoundButton() {
  const { preferences } = useServices();
  const { sound } = preferences.settings.value;
  return (
    <button
      class="icon-button"
      aria-pressed={sound}
      title={preferences.t(sound ? 'top.sound.on' : 'top.sound.off')}
      aria-label={preferences.t('settings.sound')}
      onClick={() => preferences.change({ sound: !sound })}
    >
      <Icon name={sound ? 'sound' : 'mute'} />
    </button>
  );
}

const shortNames: Readonly<Record<LanguageTag, string>> = { en: 'EN', 'zh-Hans': '简', 'zh-Hant': '繁' };

/** Goes round the languages; the panel of settings names them in full. */
function LanguageButton() {
  const { preferences } = useServices();
  const { language } = preferences.settings.value;
  const next = languageTags[(languageTags.indexOf(language) + 1) % languageTags.length] ?? 'en';
  return (
    <button
      class="language"
      title={`${preferences.t('top.language')}: ${languageNames[language]}`}
      // Begins with the visible text, which voice control matches.
      aria-label={`${shortNames[language]}: ${languageNames[language]} → ${languageNames[next]}`}
      onClick={() => preferences.change({ language: next })}
    >
      <Icon name="globe" size={16} /> {shortNames[language]}
    </button>
  );
}

/** To the next game that waits for the visitor, wherever that is; the lobby lists them all. */
function YourMove({ route }: { route: Route }) {
  const { t } = useWords();
  const games = useUnfinished().filter(
    ({ gameId, yourTurn }) => yourTurn && !(route.page === 'room' && route.gameId === gameId),
  );
  // From board to board, round all of them: quick opponents would be the first ones again and again.
  const here = route.page === 'room' ? route.gameId : '';
  const next = games.find(({ gameId }) => gameId > here) ?? games[0];
  if (!next || route.page === 'lobby') return null;
  return (
    <RouteLink
      class="button small jade your-move"
      to={{ page: 'room', gameId: next.gameId }}
      title={t('nav.yourMove')}
    >
      <span class="me-name">{t('nav.yourMove')}</span> {games.length}
    </RouteLink>
  );
}

/** Above all pages. Its panel of settings is an overlay: Escape and Back close it. */
export function TopBar({ route }: { route: Route }) {
  const { account } = useServices();
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const user = account.user.value;
  const name = user?.name ?? '';
  const isMember = user?.guest === false;
  const title = isMember ? t('top.account', { name }) : t('top.login');
  return (
    <header class="top-bar">
      <RouteLink class="logo" to={{ page: 'lobby' }} aria-label="Sanqi 三棋">
        <Logo />
        <b>Sanqi</b> <i lang="zh-Hans">三棋</i>
      </RouteLink>
      {!isNarrow.value && <Pages route={route} />}
      <span class="space" />
      <YourMove route={route} />
      <span class="row tools">
        <LatencyChip />
        <LanguageButton />
        <SoundButton />
        <button
          class="icon-button"
          aria-label={t('top.settings')}
          title={t('top.settings')}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          <Icon name="gear" />
        </button>
      </span>
      <RouteLink class="me" to={isMember ? { page: 'player', name } : { page: 'account' }}>
        {name && <Avatar name={name} size={28} />}
        <span class="me-name">{name}</span>
        <span class="hidden">{title}</span>
      </RouteLink>
      {open && <SettingsPanel onClose={() => setOpen(false)} />}
    </header>
  );
}
