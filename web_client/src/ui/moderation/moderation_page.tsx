import moderationStyle from '../../style/moderation.css?inline';
import pagesStyle from '../../style/pages.css?inline';
import { useState } from 'preact/hooks';
import { listWords } from '../../i18n/areas/list_words';
import { moderationWords } from '../../i18n/areas/moderation_words';
import { together } from '../../i18n/together';
import { fetchOwnMeasures } from '../../protocol/moderation';
import { adoptStyles } from '../core/style';
import { useAsync } from '../core/use_async';
import { useTitle } from '../core/use_title';
import { LoadError } from '../parts/load_error';
import { Segment } from '../parts/segment';
import { useServices } from '../services/services';
import { Acts } from './acts';
import { Appeals } from './appeals';
import { OwnMeasureList } from './own_measures';
import { Reports } from './reports';

adoptStyles(pagesStyle, moderationStyle);

const words = together(moderationWords, listWords);

export { words, ModerationPage as view };

const lists = ['reports', 'appeals', 'log'] as const;
type List = (typeof lists)[number];

/** What is held against the visitor, who may say something to it; and what a moderator decides. */
function ModerationPage() {
  const { account, preferences } = useServices();
  const { t } = preferences;
  useTitle(t('order.title'));
  // Who is banned gets no welcome, and has a token all the same.
  const { token } = account;
  const { value, error, retry } = useAsync(token === null ? null : () => fetchOwnMeasures(token), [
    token,
    account.user.value?.id,
  ]);
  return (
    <main class="page">
      <div class="card-head">
        <h1>{t('order.title')}</h1>
      </div>
      {error !== null && <LoadError error={error} onRetry={retry} />}
      {value?.powers !== undefined && <Desk powers={value.powers} />}
      {/* What is not known is not said to be none. */}
      {(value !== null || token === null) && (
        <OwnMeasureList {...(value ?? { measures: [] })} onChange={retry} />
      )}
    </main>
  );
}

/** What moderators see. */
function Desk({ powers }: { powers: string }) {
  const { t } = useServices().preferences;
  const [list, setList] = useState<List>('reports');
  return (
    <>
      <Segment<List>
        label={t('order.title')}
        options={lists.map((one) => [one, t(`order.list.${one}`)])}
        value={list}
        onChange={setList}
      />
      {list === 'reports' && <Reports powers={powers} />}
      {list === 'appeals' && <Appeals />}
      {list === 'log' && <Acts />}
    </>
  );
}
