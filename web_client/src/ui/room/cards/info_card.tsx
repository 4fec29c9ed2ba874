import { knownRules } from '../../../games/rules';
import { timeName } from '../../../state/time_control';
import { chineseNames } from '../../parts/chinese_names';
import { PieceIcon } from '../../boards/piece_icon';
import { useServices } from '../../services/services';
import { OpeningLabel } from '../../boards/opening_label';
import { useTicker } from '../../core/use_ticker';
import type { RoomController } from '../model/room_controller';
import { useSelector } from '../model/use_selector';

const DAY = 86_400_000;

/** By which clock and rule is played, and whether it counts. */
export function useTerms(ctrl: RoomController): readonly string[] {
  const { t, named, ruleNames } = useServices().preferences;
  const { game, rule, opening, rated, time } = useSelector(ctrl, ({ full }) => full);
  return [
    timeName(time),
    ...ruleNames(game, rule),
    ...(opening ? [t('room.opening', { name: named('rule.opening', opening) })] : []),
    t(rated ? 'lobby.rated' : 'lobby.casual'),
  ];
}

/** What is played here, on which terms, and when a game without a running clock ends if it is left alone. */
export function InfoCard({ ctrl }: { ctrl: RoomController }) {
  const { t, named, settings } = useServices().preferences;
  const { full, state, lapsesAt } = ctrl.room.value;
  const { game, rule, code } = full;
  useTicker(DAY / 24);
  const days = Math.max(0, Math.ceil(((lapsesAt ?? 0) - ctrl.model.now()) / DAY));
  const facts = [
    ...useTerms(ctrl),
    ...(code ? [t('room.code', { code })] : []),
    ...(state.lapse ? [t(state.lapse.winner ? 'room.loses' : 'room.ends', { n: days })] : []),
  ];
  return (
    <section class="card info">
      <div class="row">
        <PieceIcon game={ctrl.game} side="first" size={40} />
        <div>
          <b class="info-game">
            {t(`game.${game}`)}{' '}
            {settings.value.language === 'en' && <i lang="zh-Hant">{chineseNames[game]}</i>}
          </b>
          <div class="caption">{facts.join(' · ')}</div>
        </div>
      </div>
      {/* It reads two plies at most: later ones change no place of it. */}
      <OpeningLabel
        game={ctrl.game}
        code={state.openingCode}
        start={full.startPos}
        ply={Math.min(state.ply, 2)}
      />
      {knownRules[game][1] && <p class="caption rule-about">{named(`rule.${game}`, rule)}</p>}
    </section>
  );
}
