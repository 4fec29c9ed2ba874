import style from '../../../style/host_tools.css?inline';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import { useState } from 'preact/hooks';
import type { Reported } from '../../../protocol/server_messages';
import type { Key } from '../../../i18n/keys';
import { isAgainstBot, isOver, type Room } from '../../../state/room';
import { Icon } from '../../parts/icon';
import { IconButton } from '../../parts/icon_button';
import { useHeldOff } from '../../core/held_off';
import { singleClick } from '../../core/in_flight';
import { adoptStyles } from '../../core/style';
import { useServices } from '../../services/services';
import { ConfirmRow } from '../actions/confirm_row';
import type { RoomModel } from '../model/room_model';
import type { RoomController } from '../model/room_controller';
import { useSelector } from '../model/use_selector';

adoptStyles(style);

export { words, HostTools as view };

const isUnderWay = (room: Room): boolean => room.state.status === 'playing' && room.hasStarted;

/** A host who plays against another person resigns by closing the room or removing that one, once both have moved. */
const isResigning = (room: Room): boolean =>
  room.full.you != null && !room.full.players.some(({ level }) => level) && isUnderWay(room);

/** A rated game that has begun cannot be closed, nor its players kicked; one of a tournament only by who resigns it. */
const isProtected = (room: Room): boolean =>
  (room.full.rated && isUnderWay(room)) ||
  (room.full.tournamentId !== undefined && !isOver(room.state) && !isResigning(room));

/** The names that may be kicked or muted: all in the room but the host's own, and the authors of reported lines. */
function useParticipants(ctrl: RoomController, reports: readonly Reported[]): readonly string[] {
  const own = ctrl.model.name;
  const { players } = useSelector(ctrl, ({ full }) => full);
  const spectators = useSelector(ctrl, ({ spectatorNames }) => spectatorNames);
  const names = players.filter((player) => !player.level).map((player) => player.name ?? '');
  return [...new Set([...names, ...spectators, ...reports.map(({ from }) => from)])].filter(
    (name) => name !== '' && name !== own,
  );
}

/** For the creator of this room and the host of a local server: kick, mute and close. */
function HostTools({ ctrl }: { ctrl: RoomController }) {
  const { t } = useServices().preferences;
  const [asked, ask] = useState<Key | null>(null);
  const { model } = ctrl;
  const reports = model.reports.value;
  const guests = useParticipants(ctrl, reports);
  const protectedGame = useSelector(ctrl, isProtected);
  const resigns = useSelector(ctrl, isResigning);
  const question = resigns ? 'confirm.resigns' : 'confirm.close';
  const over = useSelector(ctrl, ({ state }) => isOver(state));
  const seated = useSelector(ctrl, ({ full }) => full.players).map(({ name }) => name);
  const mayClose = !over && !protectedGame;
  const alone = useSelector(ctrl, isAgainstBot);
  // Alone with a computer there is nothing to keep in order: one resigns.
  if (guests.length === 0 && (!mayClose || alone)) return null;
  return (
    <section class="card host-tools" aria-label={t('host.title')}>
      <h2>
        <Icon name="gear" /> {t('host.title')}
      </h2>
      <ul>
        {guests.map((name, place) => (
          <Participant
            key={name}
            place={place}
            name={name}
            model={model}
            mayKick={!protectedGame || !seated.includes(name)}
            question={
              over || !seated.includes(name)
                ? 'confirm.kick'
                : resigns
                  ? 'confirm.resigns'
                  : 'confirm.kickPlayer'
            }
            reports={reports.filter(({ from }) => from === name)}
          />
        ))}
      </ul>
      {mayClose && asked === question && (
        <ConfirmRow
          action={{ confirm: question }}
          answer={(yes) => {
            ask(null);
            if (yes) void model.host('close');
          }}
        />
      )}
      {mayClose && (
        <button class="button small" onClick={() => ask(question)}>
          {t('host.close')}
        </button>
      )}
    </section>
  );
}

interface GuestProps {
  readonly name: string;
  readonly place: number;
  readonly model: RoomModel;
  readonly mayKick: boolean;
  /** Before this guest is removed; without a player the game is over. */
  readonly question: Key;
  /** The reported lines of this one. */
  readonly reports: readonly Reported[];
}

/** One name, with its reported lines. A question about it goes when it would mean something else. */
function Participant({ name, place, model, mayKick, question, reports }: GuestProps) {
  const { t } = useServices().preferences;
  const [asked, ask] = useState<Key | null>(null);
  const row = useHeldOff<HTMLLIElement>(place);
  const silent = model.mutedByHost.value.has(name);
  const hush = (): void => void model.host(silent ? 'unmute' : 'mute', name);
  return (
    <li ref={row}>
      <div class="row">
        <span class="name-text">{name}</span>
        <span class="space" />
        <IconButton
          icon={silent ? 'mute' : 'sound'}
          pressed={silent}
          label={t(silent ? 'host.unmute' : 'host.mute', { name })}
          onClick={singleClick(hush)}
        />
        {mayKick && (
          <IconButton icon="close" label={t('host.kick', { name })} onClick={() => ask(question)} />
        )}
      </div>
      {asked === question && (
        <ConfirmRow
          action={{ confirm: question }}
          answer={(yes) => {
            ask(null);
            if (yes) void model.host('kick', name);
          }}
        />
      )}
      {reports.map(({ at, text }) => (
        <q key={at}>{text}</q>
      ))}
    </li>
  );
}
