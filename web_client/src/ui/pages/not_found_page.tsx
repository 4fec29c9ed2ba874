import { RouteLink } from '../parts/route_link';
import { Logo } from '../parts/icon';
import { useTitle } from '../core/use_title';
import { useWords } from '../services/services';

export { NotFoundPage as view };

/** Where an address leads nowhere; `text` says why, where that is known. */
export function NotFoundPage({ text }: { text?: string | undefined }) {
  const { t } = useWords();
  useTitle(t('lost.title'));
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
