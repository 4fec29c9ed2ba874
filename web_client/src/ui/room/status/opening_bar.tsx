import type { ComponentChildren } from 'preact';
import openingStyle from '../../../style/opening.css?inline';
import { widthOf } from '../../../board/model/area';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import { fill } from '../../../i18n/translate';
import { forSide, opposite, type Side } from '../../../protocol/types';
import type { OpeningStep } from '../../../protocol/types';
import { once } from '../../core/in_flight';
import { PieceMark } from '../../boards/piece_icon';
import { usePlayerName } from '../../parts/player_name';
import { adopt } from '../../core/style';
import type { Preferences } from '../../services/preferences';
import { useServices } from '../../services/services';
import type { Table } from '../model/room_controller';

adopt(openingStyle);

export { words, OpeningBar as view };

interface Props {
  readonly table: Table;
  readonly step: OpeningStep;
  /** How long there is for it. */
  readonly children: ComponentChildren;
}

/** A step of an opening procedure: what is asked, and the choices in place, without a window over the board. */
function OpeningBar({ table, step, children }: Props) {
  const { preferences } = useServices();
  const { t } = preferences;
  const nameOf = usePlayerName();
  const { full } = table.room.value;
  if (step.by !== full.you)
    return (
      <div class="status wrap">
        <span class="dot off" />
        <b>{t('opening.theirs', { name: nameOf(forSide(full.players, step.by)) })}</b>
        {children}
      </div>
    );
  return (
    <div class="status gold wrap opening">
      <b role="alert">{question(table, step, preferences)}</b>
      {children}
      <Choices table={table} step={step} />
    </div>
  );
}

function question(table: Table, step: OpeningStep, preferences: Preferences): string {
  const { t, named } = preferences;
  const marked = table.model.offered.value;
  if (marked) return t('opening.offer', { n: step.toOffer ?? 0, done: marked.length });
  if (step.offered && step.offered.length > 0) return t('opening.pick');
  const { opening } = table.room.value.full;
  if (step.options && step.options.length > 0)
    return opening === undefined
      ? t('opening.choose')
      : t('opening.title', { name: named('rule.opening', opening) });
  const { language } = preferences.settings.value;
  const side = table.game.words.side(table.nextStone, language);
  return t('opening.place', { side, n: step.stones ?? 1 }) + where(table, t);
}

/** Where the next stone may stand, if not anywhere: what is framed on the board. */
function where({ area }: Table, t: Preferences['t']): string {
  if (!area) return '';
  if (area.isOpen && area.squares.length === 1) return t('opening.centre');
  return t(area.isOpen ? 'opening.inside' : 'opening.outside', { n: widthOf(area) });
}

function Choices({ table, step }: { table: Table; step: OpeningStep }) {
  const { t } = useServices().preferences;
  const { model } = table;
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
    <ul class="opening-choices">
      {(step.options ?? []).map((option) => (
        <Choice key={option} table={table} step={step} option={option} />
      ))}
    </ul>
  );
}

/** Which side `you` play after a choice of sides. */
function sideAfter(option: string, you: Side): Side | null {
  if (option === 'keep') return you;
  return option === 'swap' ? opposite(you) : null;
}

/** What may be chosen, in a picture, a word and a sentence. */
function Choice({ table, step, option }: { table: Table; step: OpeningStep; option: string }) {
  const { t, named } = useServices().preferences;
  const nameOf = usePlayerName();
  const { game, model } = table;
  const { full } = table.room.value;
  const side = sideAfter(option, step.by);
  const name = nameOf(forSide(full.players, opposite(step.by)));
  const stones: readonly Side[] = side ? [side] : option === 'more' ? ['second', 'first'] : [];
  const choose = once(() =>
    option === 'offer' ? model.command({ do: 'markOffers', on: true }) : model.choose(option),
  );
  return (
    <li>
      <button
        class="button small"
        aria-busy={model.inFlight.has('choose')}
        aria-describedby={`choice-${option}`}
        onClick={choose}
      >
        {stones.map((one) => (
          <PieceMark key={one} game={game} side={one} size={20} />
        ))}
        {side ? t('opening.play', { side: t(`side.${full.game}.${side}`) }) : named('opening.do', option)}
      </button>
      <small id={`choice-${option}`}>
        {fill(named('opening.about', option, ''), { name, n: step.toOffer ?? 0 })}
      </small>
    </li>
  );
}
