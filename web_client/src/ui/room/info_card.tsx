import { knownRules } from '../../games/rules';
import { SIDES, of } from '../../protocol/types';
import { timeName } from '../../state/time_control';
import { isOver } from '../../state/room';
import { Avatar } from '../parts/avatar';
import { Icon } from '../parts/icon';
import { PlayerName } from '../parts/player_name';
import { PieceMark } from '../parts/piece_mark';
import { To } from '../parts/to';
import { useWords } from '../services';
import { OpeningName } from './opening_name';
import type { Table } from './table';
import { usePart } from './use_part';

/** What is played here, by which rule and clock, and by whom. */
export function InfoCard({ table }: { table: Table }) {
  const { t, named } = useWords();
  const { game, rule, opening, rated, time, code, players } = usePart(table, ({ full }) => full);
  const over = usePart(table, ({ state }) => isOver(state));
  const severalRules = knownRules[game].length > 1;
  const facts = [
    timeName(time),
    ...(severalRules ? [named('rule', rule)] : []),
    ...(opening ? [t('room.opening', { name: named('rule.opening', opening) })] : []),
    t(rated ? 'lobby.rated' : 'lobby.casual'),
    ...(code ? [t('room.code', { code })] : []),
  ];
  return (
    <section class="card info">
      <div class="row">
        <PieceMark game={table.game} side="first" size={34} />
        <div>
          <b>{t(`game.${game}`)}</b>
          <div class="caption">{facts.join(' · ')}</div>
        </div>
      </div>
      <ul>
        {SIDES.map((side) => (
          <li key={side} class="row">
            <PieceMark game={table.game} side={side} size={20} />
            <PlayerName player={of(players, side)} isOver={over} link />
          </li>
        ))}
      </ul>
      <OpeningName table={table} />
      {severalRules && <p class="caption rule-about">{named(`rule.${rule}`, 'about')}</p>}
      {table.game.score && <p class="caption rule-about">{t('room.fewest')}</p>}
    </section>
  );
}

export function SpectatorsCard({ table }: { table: Table }) {
  const { t } = useWords();
  const count = usePart(table, ({ spectators }) => spectators);
  const names = usePart(table, ({ spectatorNames }) => spectatorNames);
  if (count === 0) return null;
  const unnamed = count - names.length;
  return (
    <section class="card watching">
      <h2>
        <Icon name="eye" /> {t('room.watching', { n: count })}
      </h2>
      <div class="row faces">
        {names.slice(0, 8).map((name) => (
          <To key={name} to={{ page: 'player', name }} aria-label={name} title={name}>
            <Avatar name={name} size={26} />
          </To>
        ))}
        {unnamed > 0 && names.length > 0 && <span class="muted">+{unnamed}</span>}
      </div>
    </section>
  );
}
