import style from '../../../style/chat.css?inline';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import type { ComponentChildren, Ref } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ChatLine } from '../../../protocol/types';
import { readableChat, isPlaying } from '../../../state/room';
import { singleClick } from '../../core/in_flight';
import { IconButton } from '../../parts/icon_button';
import { RoomIcon } from '../../parts/room_icon';
import { adoptStyles } from '../../core/style';
import { RouteLink } from '../../parts/route_link';
import { useServices, useWords } from '../../services/services';
import { Spectators } from './spectators';
import { view as ReportLine } from './report_line';
import type { RoomModel } from '../model/room_model';
import type { Sheets } from '../model/sheets';
import type { RoomController } from '../model/room_controller';
import { useSelector } from '../model/use_selector';

adoptStyles(style);

export { words, Chat as view };

/** The server refuses more. */
const MAX_LENGTH = 140;

interface Props {
  readonly ctrl: RoomController;
  readonly sheets: Sheets;
}

/** The chat of the room. Hiding it hides the lines of others on this page only; nothing is sent. */
function Chat({ ctrl, sheets }: Props) {
  const { t } = useWords();
  const { model } = ctrl;
  const seated = useSelector(ctrl, ({ full }) => full.you !== null);
  const muted = model.chatHidden.value;
  const say = (text: string): Promise<boolean> =>
    model.sendChat(text, seated ? sheets.audience.peek() : 'all');
  return (
    <section class="card chat" aria-label={t('do.chat')}>
      <header class="chat-head">
        <b>{t('do.chat')}</b>
        <span class="space" />
        <Spectators ctrl={ctrl} />
        <IconButton
          icon={muted ? 'mute' : 'chat'}
          pressed={muted}
          label={t(muted ? 'chat.unmute' : 'chat.mute')}
          onClick={() => model.command({ do: 'hideChat', on: !muted })}
        />
        <IconButton
          icon="close"
          class="sheet-close"
          label={t('settings.close')}
          onClick={() => sheets.show(null)}
        />
      </header>
      {muted ? <p class="chat-lines dim">{t('chat.muted')}</p> : <Lines ctrl={ctrl} />}
      {!muted && (
        <QuickPhrases onSay={(text) => void say(text)}>
          {seated && <AudienceChip sheets={sheets} />}
        </QuickPhrases>
      )}
      <ChatForm sheets={sheets} onSay={say} />
    </section>
  );
}

/** What the visitor may read, without those who are muted; each of these may be heard again. */
function Lines({ ctrl }: { ctrl: RoomController }) {
  const { t } = useWords();
  const { model } = ctrl;
  const muted = model.muted.value;
  const told = useSelector(ctrl, readableChat);
  const isSecluded = useSelector(ctrl, (room) => readableChat(room).length < room.chat.length);
  const chat = told.filter(({ from }) => !muted.has(from));
  const { lines, scrolled } = useNewest(model, chat.at(-1));
  return (
    <div class="chat-lines" ref={lines} role="log" aria-live="polite" tabIndex={0} onScroll={scrolled}>
      {chat.length === 0 && <p class="dim">{t('chat.none')}</p>}
      {isSecluded && <p class="dim">{t('chat.secluded')}</p>}
      {chat.map((line) => (
        <Line key={line.at} line={line} ctrl={ctrl} />
      ))}
      {[...muted].map((name) => (
        <button
          key={name}
          class="chip button-chip"
          onClick={() => model.command({ do: 'mute', name, on: false })}
        >
          {t('chat.unmuteOne', { name })}
        </button>
      ))}
    </div>
  );
}

/** The list follows new lines while it is scrolled so near to its end, in pixels. */
const END = 30;

/** Follows new lines unless the list is scrolled up; a line of one's own scrolls to the end. */
function useNewest(
  model: RoomModel,
  newest: ChatLine | undefined,
): { lines: Ref<HTMLDivElement>; scrolled: () => void } {
  const lines = useRef<HTMLDivElement>(null);
  const isAtEnd = useRef(true);
  useEffect(() => {
    const box = lines.current;
    // Nothing is scrolled where nothing is: it would cost the layout of the page that is just being built.
    if (!box || !newest) return;
    if (isAtEnd.current || newest.from === model.name) box.scrollTop = box.scrollHeight;
  }, [newest?.at]);
  const scrolled = (): void => {
    const box = lines.current;
    if (box) isAtEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < END;
  };
  return { lines, scrolled };
}

/** Chooses who reads a line: the two players, or all in the room. */
function AudienceChip({ sheets }: Pick<Props, 'sheets'>) {
  const { t } = useWords();
  const to = sheets.audience.value;
  return (
    <button
      class="chip button-chip"
      aria-label={t('label.of', { label: t('chat.to'), text: t(`chat.readers.${to}`) })}
      title={t('chat.to')}
      onClick={() => sheets.setAudience(to === 'all' ? 'players' : 'all')}
    >
      <RoomIcon name="eye" size={14} /> {t(`chat.readers.${to}`)}
    </button>
  );
}

/** A line is known by its time, which no other line of the room has. */
function Line({ line, ctrl }: { line: ChatLine; ctrl: RoomController }) {
  const { t } = useWords();
  const plays = useSelector(ctrl, isPlaying);
  return (
    <div class="chat-line">
      <p>
        <b class="player-name">
          <RouteLink to={{ page: 'player', name: line.from }} apart={plays}>
            {line.from}
          </RouteLink>
        </b>{' '}
        {line.room === 'players' && <span class="tag">{t('chat.readers.players')}</span>}{' '}
        {line.removed ? <span class="muted">{t('chat.removed')}</span> : <bdi>{line.text}</bdi>}
      </p>
      {line.from !== ctrl.model.name && !line.removed && <ReportLine line={line} model={ctrl.model} />}
    </div>
  );
}

/** A tap instead of typing, in the reader's own script or not: people without a common language play each other. */
function QuickPhrases({ onSay, children }: { onSay: (text: string) => void; children: ComponentChildren }) {
  const { t } = useServices().preferences;
  const phrases = ([1, 2, 3, 4, 5] as const).map((n) => t(`chat.quick.${n}`));
  return (
    <div class="quick" role="group" aria-label={t('chat.quick')}>
      {children}
      {phrases.map((phrase) => (
        <button key={phrase} class="chip button-chip" onClick={singleClick(() => onSay(phrase))}>
          {phrase}
        </button>
      ))}
    </div>
  );
}

/** What was refused stands in the field again, before what was written since. */
function ChatForm({ sheets, onSay }: Pick<Props, 'sheets'> & { onSay: (text: string) => Promise<boolean> }) {
  const { t } = useWords();
  const text = sheets.draft.value;
  const send = async (event: Event): Promise<void> => {
    event.preventDefault();
    const trimmed = text.trim();
    sheets.setDraft('');
    if (trimmed && !(await onSay(trimmed))) sheets.putBack(trimmed);
  };
  return (
    <form class="chat-form" onSubmit={(event) => void send(event)}>
      <input
        class="input"
        value={text}
        maxLength={MAX_LENGTH}
        placeholder={t('chat.hint')}
        aria-label={t('chat.hint')}
        autocomplete="off"
        onInput={(event) => sheets.setDraft(event.currentTarget.value)}
      />
      <IconButton icon="send" label={t('chat.send')} disabled={!text.trim()} />
    </form>
  );
}
