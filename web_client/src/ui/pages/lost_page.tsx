import { useEffect } from 'preact/hooks';
import { RouteLink } from '../parts/route_link';
import { Logo } from '../parts/icon';
import { useWords } from '../services/services';

export { LostPage as view };

export function LostPage({ text }: { text?: string }) {
  const { t } = useWords();
  useEffect(() => void (document.title = `${t('lost.title')} · Sanqi 三棋`), []);
  return (
    <main class="lost">
      <Logo />
      <h1>{t('lost.title')}</h1>
      <p class="muted">{text ?? t('lost.text')}</p>
      <RouteLink class="button primary" to={{ page: 'lobby' }}>
        {t('lost.home')}
      </RouteLink>
    </main>
  );
}
