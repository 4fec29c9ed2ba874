import { useState } from 'preact/hooks';
import { timeName } from '../../state/time_control';
import { of, opposite } from '../../protocol/types';
import { SettingsPanel } from '../frame/settings';
import { SoundButton } from '../frame/top_bar';
import { To } from '../parts/to';
import { Icon, type IconName } from '../parts/icon';
import { usePlayerName } from '../parts/player_name';
import { useServices, useWords } from '../services';
import { BoardButton, DeedButton, FlipButton } from './action_bar';
import { ConfirmRow, useConfirmed } from './confirm_row';
import { deedsOf, furtherDeedsOf } from './deeds';
import type { Drawers, Sheet } from './sheet';
import type { Table } from './table';
import { usePart } from './use_part';

/** The bar above a room on a phone: the way back, what is played, sound and settings. */
export function PhoneBar({ table }: { table: Table }) {
  const { link, preferences } = useServices();
  const { t } = preferences;
  const nameOf = usePlayerName();
  const [open, setOpen] = useState(false);
  const { game, time, you, players } = usePart(table, ({ full }) => full);
  const watching = usePart(table, ({ spectators }) => spectators);
  const latency = link.latency.value;
  const about = [
    watching > 0
      ? t('room.watching', { n: watching })
      : you && t('room.vs', { name: nameOf(of(players, opposite(you))) }),
    latency !== null && t('link.ms', { ms: latency }),
  ];
  return (
    <header class="phone-bar phone-only">
      <To class="icon-button" to={{ page: 'lobby' }} aria-label={t('top.back')}>
        <Icon name="previous" size={22} />
      </To>
      <div class="phone-title">
        <b>
          {t(`game.${game}`)} · {timeName(time)}
        </b>
        <div class="caption">{about.filter(Boolean).join(' · ')}</div>
      </div>
      <span class="space" />
      <SoundButton />
      <button
        class="icon-button"
        aria-label={t('top.menu')}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <Icon name="menu" size={22} />
      </button>
      {open && <SettingsPanel onClose={() => setOpen(false)} />}
    </header>
  );
}

/** What a thumb reaches: five buttons at the lower edge, or the question that one of them asked. */
export function PhoneButtons({ table, drawers }: { table: Table; drawers: Drawers }) {
  const { t } = useWords();
  const deeds = deedsOf(table.room.value);
  const { asked, ask, answer, row } = useConfirmed<HTMLElement>(table.model, deeds);
  if (asked)
    return (
      <nav class="phone-buttons phone-only" ref={row}>
        <ConfirmRow deed={asked} answer={answer} />
      </nav>
    );
  const toggle = (which: Sheet, icon: IconName, label: 'do.moves' | 'do.chat') => (
    <button
      class={drawers.sheet.value === which ? 'on' : ''}
      aria-pressed={drawers.sheet.value === which}
      onClick={() => drawers.toggle(which)}
    >
      <Icon name={icon} size={21} />
      <small>{t(label)}</small>
    </button>
  );
  return (
    <nav class="phone-buttons phone-only" ref={row}>
      {toggle('moves', 'list', 'do.moves')}
      {deeds.map((deed) => (
        <DeedButton key={deed.label} {...deed} ask={ask} thumb />
      ))}
      {toggle('chat', 'chat', 'do.chat')}
    </nav>
  );
}

/** What the bar at the bottom has no room for: above the list of moves when that is opened. */
export function FurtherButtons({ table }: { table: Table }) {
  const deeds = furtherDeedsOf(table.room.value);
  const { asked, ask, answer, row } = useConfirmed<HTMLDivElement>(table.model, deeds);
  return (
    <div class="further-buttons" ref={row}>
      {asked ? (
        <ConfirmRow deed={asked} answer={answer} />
      ) : (
        <>
          {deeds.map((deed) => (
            <DeedButton key={deed.label} {...deed} ask={ask} />
          ))}
          <FlipButton table={table} />
          <BoardButton table={table} />
        </>
      )}
    </div>
  );
}
