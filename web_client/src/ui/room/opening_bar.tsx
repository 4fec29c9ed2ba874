import { partsWords as words } from '../../i18n/parts_words';
import { of, opposite, type Side } from '../../protocol/types';
import type { OpeningStep } from '../../protocol/types';
import { once } from '../parts/in_flight';
import { usePlayerName } from '../parts/player_name';
import { useServices } from '../services';
import type { Table } from './table';

export { words, OpeningBar as view };

/** A step of an opening procedure: what is asked, and the choices in place, without a window over the board. */
function OpeningBar({ table, step }: { table: Table; step: OpeningStep }) {
  const { t } = useServices().preferences;
  const nameOf = usePlayerName();
  const { full } = table.room.value;
  if (step.by !== full.you)
    return (
      <div class="status wrap">
        <span class="dot off" />
        <b>{t('opening.theirs', { name: nameOf(of(full.players, step.by)) })}</b>
      </div>
    );
  return (
    <div class="status gold wrap opening" role="alert">
      <b>{useQuestion(table, step)}</b>
      <Choices table={table} step={step} />
    </div>
  );
}

function useQuestion(table: Table, step: OpeningStep): string {
  const { t, named } = useServices().preferences;
  const marked = table.model.offered.value;
  if (marked) return t('opening.offer', { n: step.toOffer ?? 0, done: marked.length });
  if (step.offered && step.offered.length > 0) return t('opening.pick');
  const { opening } = table.room.value.full;
  if (step.options && step.options.length > 0)
    return opening === undefined
      ? t('opening.choose')
      : t('opening.title', { name: named('rule.opening', opening) });
  return t('opening.place', { n: step.stones ?? 1 });
}

function Choices({ table, step }: { table: Table; step: OpeningStep }) {
  const { t, named } = useServices().preferences;
  const { model } = table;
  const { full } = table.room.value;
  /** Which side one plays after a choice of sides. */
  const sideOf = (option: string): Side | null =>
    full.you && (option === 'keep' ? full.you : option === 'swap' ? opposite(full.you) : null);
  const marked = model.offered.value;
  if (marked)
    return (
      <>
        <button
          class="button small primary"
          disabled={marked.length !== step.toOffer}
          onClick={once(() => model.choose('offer'))}
        >
          {t('opening.offerDo')}
        </button>
        <button class="button small" onClick={() => model.command({ do: 'markOffers', on: false })}>
          {t('room.cancel')}
        </button>
      </>
    );
  return (
    <>
      {(step.options ?? []).map((option) => (
        <button
          key={option}
          class="button small"
          aria-busy={model.inFlight.has('choose')}
          onClick={once(() =>
            option === 'offer' ? model.command({ do: 'markOffers', on: true }) : model.choose(option),
          )}
        >
          {sideOf(option)
            ? t('opening.play', { side: t(`side.${full.game}.${sideOf(option) ?? 'first'}`) })
            : named('opening.do', option)}
        </button>
      ))}
    </>
  );
}
