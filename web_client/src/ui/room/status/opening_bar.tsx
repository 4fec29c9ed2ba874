import type { ComponentChildren } from 'preact';
import openingStyle from '../../../style/opening.css?inline';
import { widthOf } from '../../../board/model/area';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import { fill } from '../../../i18n/translate';
import { forSide, opposite, type Side } from '../../../protocol/types';
import type { OpeningStep } from '../../../protocol/types';
import { singleClick } from '../../core/in_flight';
import { PieceIcon } from '../../boards/piece_icon';
import { usePlayerName } from '../../parts/player_name';
import { adoptStyles } from '../../core/style';
import type { Preferences } from '../../services/preferences';
import { useServices } from '../../services/services';
import type { RoomController } from '../model/room_controller';

adoptStyles(openingStyle);

export { words, OpeningBar as view };

interface Props {
  readonly ctrl: RoomController;
  readonly step: OpeningStep;
  /** How long there is for it. */
  readonly children: ComponentChildren;
}

/** A step of an opening procedure: what is asked, and the choices in place, without a window over the board. */
function OpeningBar({ ctrl, step, children }: Props) {
  const { preferences } = useServices();
  const { t } = preferences;
  const nameOf = usePlayerName();
  const { full } = ctrl.room.value;
  if (step.by !== full.you)
    return (
      <div class="status wrap">
        <span class="dot off" />
        <b>
          {t('opening.theirs', { name: nameOf(forSide(full.players, step.by)) })}
          {declared(step, t)}
        </b>
        {children}
      </div>
    );
  return (
    <div class="status gold wrap opening">
      <b role="alert">{question(ctrl, step, preferences)}</b>
      {children}
      <Choices ctrl={ctrl} step={step} />
    </div>
  );
}

/** What is asked of the visitor: to mark offers, to pick one of them, to choose, or to place. */
function question(ctrl: RoomController, step: OpeningStep, preferences: Preferences): string {
  const { t, named } = preferences;
  const marked = ctrl.model.offered.value;
  if (marked) return t('opening.offer', { n: step.toOffer ?? 0, done: marked.length });
  if (step.offered && step.offered.length > 0) return t('opening.pick');
  const { opening } = ctrl.room.value.full;
  if (step.atMost !== undefined) return t('opening.declare');
  if (step.options && step.options.length > 0)
    return opening === undefined
      ? t('opening.choose')
      : t('opening.title', { name: named('rule.opening', opening) }) + declared(step, t);
  const { language } = preferences.settings.value;
  const side = ctrl.game.words.side(ctrl.nextStone, language);
  return t('opening.place', { side, n: step.stones ?? 1 }) + where(ctrl, t);
}

/** The number of fifth moves that White has declared, where that says what the choice is about. */
const declared = ({ toOffer, options = [] }: OpeningStep, t: Preferences['t']): string =>
  toOffer === undefined || options.includes('offer') ? '' : t('opening.declared', { n: toOffer });

/** Where the next stone may stand, if not anywhere: what is framed on the board. */
function where({ area }: RoomController, t: Preferences['t']): string {
  if (!area) return '';
  if (area.isOpen && area.squares.length === 1) return t('opening.centre');
  return t(area.isOpen ? 'opening.inside' : 'opening.outside', { n: widthOf(area) });
}

/**
 * The options of the step; while offers are marked, a button that sends them once all are marked, and the way back to
 * the other options.
 */
function Choices({ ctrl, step }: { ctrl: RoomController; step: OpeningStep }) {
  const { t } = useServices().preferences;
  const { model } = ctrl;
  const marked = model.offered.value;
  if (marked)
    return (
      <>
        <button
          class="button small primary"
          disabled={marked.length !== step.toOffer}
          aria-busy={model.inFlight.has('choose')}
          onClick={singleClick(() => model.choose('offer'))}
        >
          {t('opening.offerDo')}
        </button>
        {step.options && step.options.length > 1 && (
          <button class="button small" onClick={() => model.command({ do: 'markOffers', on: false })}>
            {t('room.cancel')}
          </button>
        )}
      </>
    );
  if (step.atMost !== undefined) return <Numbers ctrl={ctrl} atMost={step.atMost} />;
  return (
    <ul class="opening-choices">
      {(step.options ?? []).map((option) => (
        <Choice key={option} ctrl={ctrl} step={step} option={option} />
      ))}
    </ul>
  );
}

/** How many fifth moves Black is to offer. */
function Numbers({ ctrl, atMost }: { ctrl: RoomController; atMost: number }) {
  const { t } = useServices().preferences;
  const { model } = ctrl;
  return (
    <ul class="opening-choices numbers" aria-label={t('opening.do.declare')}>
      {Array.from({ length: atMost }, (_, index) => index + 1).map((n) => (
        <li key={n}>
          <button
            class="button small"
            aria-busy={model.inFlight.has('choose')}
            onClick={singleClick(() => model.choose('declare', n))}
          >
            {n}
          </button>
        </li>
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
function Choice({ ctrl, step, option }: { ctrl: RoomController; step: OpeningStep; option: string }) {
  const { t, named } = useServices().preferences;
  const nameOf = usePlayerName();
  const { game, model } = ctrl;
  const { full } = ctrl.room.value;
  const side = sideAfter(option, step.by);
  const name = nameOf(forSide(full.players, opposite(step.by)));
  const stones: readonly Side[] = side ? [side] : option === 'more' ? ['second', 'first'] : [];
  const choose = singleClick(() =>
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
          <PieceIcon key={one} game={game} side={one} size={20} />
        ))}
        {side ? t('opening.play', { side: t(`side.${full.game}.${side}`) }) : named('opening.do', option)}
      </button>
      <small id={`choice-${option}`}>
        {fill(named('opening.about', option, ''), { name, n: step.toOffer ?? 0 })}
      </small>
    </li>
  );
}
