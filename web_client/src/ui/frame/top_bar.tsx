import { useState } from 'preact/hooks';
import { languageNames, languageTags } from '../../i18n/languages';
import type { LanguageTag } from '../../i18n/translate';
import type { Route } from '../../state/route';
import { RouteLink } from '../parts/route_link';
import { Avatar } from '../parts/avatar';
import { Icon, Logo } from '../parts/icon';
import { isNarrow } from '../parts/layout';
import { useServices, useWords } from '../services/services';
import { LatencyChip } from './latency_chip';
import { SettingsPanel } from './settings';

const pages = [
  ['lobby', 'nav.play', 'board'],
  ['watch', 'nav.watch', 'eye'],
  ['games', 'nav.games', 'play'],
  ['learn', 'nav.learn', 'book'],
] as const;

/** The page of the bar under which a route lies. */
function section(route: Route): string {
  if (['replay', 'analysis', 'leaderboard', 'player'].includes(route.page)) return 'games';
  return route.page === 'room' || route.page === 'code' ? 'lobby' : route.page;
}

interface PagesProps {
  readonly route: Route;
  /** At the lower edge of a phone, below what is read before. */
  readonly tabs?: boolean;
}

export function Pages({ route, tabs = false }: PagesProps) {
  const { t } = useWords();
  return (
    <nav class={`nav ${tabs ? 'tab-bar' : ''}`} aria-label={t('nav.main')}>
      {pages.map(([page, key, icon]) => (
        <RouteLink key={page} to={{ page }} aria-current={section(route) === page ? 'page' : undefined}>
          {tabs && <Icon name={icon} size={22} />}
          {t(key)}
        </RouteLink>
      ))}
    </nav>
  );
}

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
      // Begins with what is seen, so that whoever speaks to the page can say what he reads.
      aria-label={`${shortNames[language]}: ${languageNames[language]} → ${languageNames[next]}`}
      onClick={() => preferences.change({ language: next })}
    >
      <Icon name="globe" size={16} /> {shortNames[language]}
    </button>
  );
}

export function TopBar({ route }: { route: Route }) {
  const { account } = useServices();
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  const user = account.user.value;
  const name = user?.name ?? '';
  const title = user?.guest === false ? t('top.account', { name }) : t('top.login');
  return (
    <header class="top-bar">
      <RouteLink class="logo" to={{ page: 'lobby' }}>
        <Logo />
        <b>Sanqi</b> <i lang="zh-Hans">三棋</i>
      </RouteLink>
      {!isNarrow.value && <Pages route={route} />}
      <span class="space" />
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
      <RouteLink class="me" to={{ page: 'account' }}>
        {name && <Avatar name={name} size={28} />}
        <span class="me-name">{name}</span>
        <span class="hidden">{title}</span>
      </RouteLink>
      {open && <SettingsPanel onClose={() => setOpen(false)} />}
    </header>
  );
}
