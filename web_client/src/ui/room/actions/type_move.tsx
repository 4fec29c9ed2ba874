import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { IconButton } from '../../parts/icon_button';
import { useWords } from '../../services/services';
import type { RoomModel } from '../model/room_model';

interface Props {
  readonly model: RoomModel;
  readonly example: string;
  /** Seen also while it has no focus. */
  readonly open: boolean;
  readonly onOpen: (open: boolean) => void;
}

/**
 * A field for moves in writing; the key `/` leads to it. It is in the page even where it is not seen, so that the key
 * finds it.
 */
export function TypeMove({ model, example, open, onOpen }: Props) {
  const { t } = useWords();
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (open) field.current?.focus();
  }, [open]);
  const play = async (event: Event): Promise<void> => {
    event.preventDefault();
    if (!text.trim()) return;
    if (await model.playTyped(text, example)) setText('');
    // The next try takes its place.
    else field.current?.select();
  };
  return (
    <form class={`type-move ${open ? '' : 'unless-focused'}`} onSubmit={(event) => void play(event)}>
      <input
        class="input"
        ref={field}
        value={text}
        placeholder={t('room.type.hint', { example })}
        aria-label={t('room.type')}
        aria-keyshortcuts="/"
        autocomplete="off"
        autocapitalize="none"
        spellcheck={false}
        maxLength={16}
        data-key="/"
        onInput={(event) => setText(event.currentTarget.value)}
        onKeyDown={(event) => {
          // Of a word that is being composed Escape is the keyboard's.
          if (event.key !== 'Escape' || event.isComposing) return;
          event.currentTarget.blur();
          onOpen(false);
        }}
      />
      <IconButton icon="check" label={t('room.type.play')} disabled={!text.trim()} />
    </form>
  );
}
