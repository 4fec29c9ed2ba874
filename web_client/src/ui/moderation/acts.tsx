import { fetchActs, type ModerationAct } from '../../protocol/moderation';
import { usePages } from '../core/use_pages';
import { ListEnd } from '../parts/list_end';
import { useServices } from '../services/services';
import { useMoments } from './measure_line';

/** Every act, by whom and why, newest first. */
export function Acts() {
  const { account } = useServices();
  const pages = usePages('log of moderation', async (from) => {
    const { acts, cursor } = await fetchActs(account.token, from);
    return { items: acts, cursor };
  });
  const { items } = pages;
  return (
    <>
      <ul class="rows card acts" aria-busy={pages.loading}>
        {items.map((act) => (
          <Act key={act.number} act={act} />
        ))}
      </ul>
      <ListEnd {...pages} />
    </>
  );
}

function Act({ act }: { act: ModerationAct }) {
  const { named, t } = useServices().preferences;
  const moment = useMoments();
  return (
    <li>
      <span class="muted">{moment(act.at)}</span> <bdi>{act.by?.name ?? t('order.operator')}</bdi>
      {' · '}
      <b>{named('order.do', act.do, act.do)}</b> {act.club && <bdi>{act.club}, </bdi>}
      <bdi>{act.subject?.name}</bdi>
      {act.until !== undefined && ` ${t('order.until', { time: moment(act.until) })}`}
      <br />
      {act.reason}
    </li>
  );
}
