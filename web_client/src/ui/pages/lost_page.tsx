import { To } from '../parts/to';
import { Logo } from '../parts/icon';
import { useWords } from '../services';

export function LostPage({ text }: { text?: string }) {
  const { t } = useWords();
  return (
    <main class="lost">
      <Logo />
      <h1>{t('lost.title')}</h1>
      <p class="muted">{text ?? t('lost.text')}</p>
      <To class="button primary" to={{ page: 'lobby' }}>
        {t('lost.home')}
      </To>
    </main>
  );
}
