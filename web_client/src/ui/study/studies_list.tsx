import pagesStyle from '../../style/pages.css?inline';
import { useState } from 'preact/hooks';
import { createStudy, fetchStudies } from '../../protocol/studies';
import { leadOn } from '../core/lead_on';
import { adoptStyles } from '../core/style';
import { useAsync } from '../core/use_async';
import { useScrollRestoration } from '../core/use_scroll_restoration';
import { useTitle } from '../core/use_title';
import { ListEnd } from '../parts/list_end';
import { LoadError } from '../parts/load_error';
import { RouteLink } from '../parts/route_link';
import { useServices } from '../services/services';
import { NewChapter } from './new_chapter';

adoptStyles(pagesStyle);

/** The visitor's studies: their own, and those that others share with them. */
export function StudiesList() {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  const user = account.user.value?.id ?? null;
  const ask = user === null ? null : () => fetchStudies(account.token);
  const { value, error, retry } = useAsync(ask, [user]);
  const [making, make] = useState(false);
  useTitle(t('study.mine'));
  useScrollRestoration(value !== null);
  return (
    <main class="page">
      <div class="card-head">
        <h1>{t('study.mine')}</h1>
        <button class="button primary" aria-expanded={making} onClick={() => make(!making)}>
          {t('study.new')}
        </button>
      </div>
      {making && (
        <NewChapter
          save={t('study.create')}
          visibility
          onSave={async (chapter, visibility) => {
            const lead = leadOn(navigation);
            const { id, notes } = await createStudy(account.token, {
              name: chapter.name ?? '',
              visibility,
              chapter,
            });
            return { notes, open: () => lead({ page: 'study', id }) };
          }}
          onClose={() => make(false)}
        />
      )}
      <section class="card list-card" aria-label={t('study.mine')} aria-busy={!value && error === null}>
        {error !== null && <LoadError error={error} onRetry={retry} />}
        {value?.studies.length === 0 && <p class="empty">{t('study.none')}</p>}
        <ul class="rows">
          {value?.studies.map(({ id, name, visibility, owner, role }) => (
            <li key={id} class="game-row study-row">
              <RouteLink class="row-link" to={{ page: 'study', id }}>
                <b>
                  <bdi>{name}</bdi>
                </b>
              </RouteLink>
              <span class="tag">
                {t(role === 'owner' ? `study.visibility.${visibility}` : `study.role.${role}`)}
              </span>
              {role !== 'owner' && (
                <span class="muted">
                  <bdi>{t('study.by', { name: owner })}</bdi>
                </span>
              )}
            </li>
          ))}
        </ul>
        <ListEnd cut={value?.more} n={value?.studies.length} />
      </section>
    </main>
  );
}
