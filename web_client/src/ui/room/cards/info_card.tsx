import { knownRules } from '../../../games/rules';
import type { GameName } from '../../../protocol/types';
import { timeName } from '../../../state/time_control';
import { chineseNames } from '../../parts/chinese_names';
import { PieceIcon } from '../../boards/piece_icon';
import { useServices } from '../../services/services';
import { OpeningLabel } from '../../boards/opening_label';
import type { RoomController } from '../model/room_controller';
import { useSelector } from '../model/use_selector';

const DAY = 86_400_000;

const hasRules = (game: GameName): boolean => knownRules[game].length > 1;

/** By which clock and rule is played, and whether it counts. */
export function useTerms(ctrl: RoomController): readonly string[] {
  const { t, named } = useServices().preferences;
  const { game, rule, opening, rated, time } = useSelector(ctrl, ({ full }) => full);
  return [
    timeName(time),
    ...(hasRules(game) ? [named(`rule.${game}.${rule}`, 'name', rule)] : []),
    ...(opening ? [t('room.opening', { name: named('rule.opening', opening) })] : []),
    t(rated ? 'lobby.rated' : 'lobby.casual'),
  ];
}

/** What is played here, on which terms, and when a game without a running clock ends if it is left alone. */
export function InfoCard({ ctrl }: { ctrl: RoomController }) {
  const { t, named, settings } = useServices().preferences;
  const { game, rule, code } = useSelector(ctrl, ({ full }) => full);
  const lapse = useSelector(ctrl, ({ state }) => state.lapse);
  const facts = [
    ...useTerms(ctrl),
    ...(code ? [t('room.code', { code })] : []),
    ...(lapse ? [t(lapse.winner ? 'room.loses' : 'room.ends', { n: Math.ceil(lapse.ms / DAY) })] : []),
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
      <PlayedOpening ctrl={ctrl} />
      {hasRules(game) && <p class="caption rule-about">{named(`rule.${game}`, rule)}</p>}
    </section>
  );
}

/** What the moves so far are called. Reads two plies at most: later ones change no place of it. */
function PlayedOpening({ ctrl }: { ctrl: RoomController }) {
  const code = useSelector(ctrl, ({ state }) => state.openingCode);
  const start = useSelector(ctrl, ({ full }) => full.startPos);
  const ply = useSelector(ctrl, ({ state }) => Math.min(state.ply, 2));
  return <OpeningLabel game={ctrl.game} code={code} start={start} ply={ply} />;
}
