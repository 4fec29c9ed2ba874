import { useEffect, useRef, useState } from 'preact/hooks';
import type { ChatLine } from '../../protocol/types';
import type { Room } from '../../state/room';
import { Icon } from '../parts/icon';
import { useWords } from '../services';
import type { RoomModel } from './room_model';

/** The server refuses more. */
const MAX_LENGTH = 140;

/** Who reads a line: the two players, or everybody in the room. */
type Audience = 'players' | 'all';

export function Chat({ model, room, onClose }: { model: RoomModel; room: Room; onClose: () => void }) {
  const { t } = useWords();
  const [to, setTo] = useState<Audience>('all');
  const seated = room.full.you !== null;
  const lines = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lines.current) lines.current.scrollTop = lines.current.scrollHeight;
  }, [room.chat.length]);
  return (
    <section class="card chat" aria-label={t('chat.title')}>
      <header class="tabs">
        <b>{t('chat.title')}</b>
        <span class="space" />
        {seated && <AudienceChip to={to} onChange={setTo} />}
        <button class="icon-button sheet-close" aria-label={t('settings.close')} onClick={onClose}>
          <Icon name="close" />
        </button>
      </header>
      <div class="chat-lines" ref={lines} role="log" aria-live="polite" tabIndex={0}>
        {room.chat.length === 0 && <p class="dim">{t('chat.none')}</p>}
        {room.chat.map((line, index) => (
          <Line key={index} line={line} />
        ))}
      </div>
      <ChatForm onSay={(text) => model.say(text, seated ? to : 'all')} />
    </section>
  );
}

function AudienceChip({ to, onChange }: { to: Audience; onChange: (to: Audience) => void }) {
  const { t } = useWords();
  return (
    <button
      class="chip button-chip"
      aria-label={`${t('chat.to')}: ${t(`chat.${to}`)}`}
      title={t('chat.to')}
      onClick={() => onChange(to === 'all' ? 'players' : 'all')}
    >
      <Icon name="eye" size={14} /> {t(`chat.${to}`)}
    </button>
  );
}

function Line({ line }: { line: ChatLine }) {
  const { t } = useWords();
  return (
    <p>
      <b>{line.from}</b> {line.room === 'players' && <span class="tag">{t('chat.players')}</span>} {line.text}
    </p>
  );
}

function ChatForm({ onSay }: { onSay: (text: string) => void }) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const send = (event: Event): void => {
    event.preventDefault();
    const trimmed = text.trim();
    if (trimmed) onSay(trimmed);
    setText('');
  };
  return (
    <form class="chat-form" onSubmit={send}>
      <input
        class="input"
        value={text}
        maxLength={MAX_LENGTH}
        placeholder={t('chat.hint')}
        aria-label={t('chat.hint')}
        autocomplete="off"
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <button class="icon-button" aria-label={t('chat.send')} disabled={!text.trim()}>
        <Icon name="send" size={16} />
      </button>
    </form>
  );
}

/** The last thing said, for phones. */
export function ChatPreview({ room, onOpen }: { room: Room; onOpen: () => void }) {
  const last = room.chat.at(-1);
  if (!last) return null;
  return (
    <button class="chat-preview" onClick={onOpen}>
      <Icon name="chat" size={17} />
      <span>
        <b>{last.from}</b> <span class="muted">{last.text}</span>
      </span>
    </button>
  );
}
