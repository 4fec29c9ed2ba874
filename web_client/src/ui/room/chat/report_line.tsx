import style from '../../../style/chat_report.css?inline';
import { useEffect, useRef, useState } from 'preact/hooks';
import { partsWords as words } from '../../../i18n/areas/parts_words';
import type { ChatLine } from '../../../protocol/types';
import { RoomIcon } from '../../parts/room_icon';
import { adoptStyles } from '../../core/style';
import { useServices } from '../../services/services';
import { ConfirmRow } from '../actions/confirm_row';
import type { RoomModel } from '../model/room_model';

adoptStyles(style);

export { words, ReportLine as view };

interface Props {
  readonly line: ChatLine;
  readonly model: RoomModel;
}

/** Beside a line of another: the button to report it, its question, and later that it was reported. */
function ReportLine({ line, model }: Props) {
  const { t } = useServices().preferences;
  const [asking, setAsking] = useState(false);
  const flag = useRef<HTMLButtonElement>(null);
  const mark = useRef<HTMLSpanElement>(null);
  const done = useRef(false);
  const reported = model.reported.value.has(line.at);
  // The button with the focus is gone.
  useEffect(() => {
    if (reported && done.current) mark.current?.focus();
  }, [reported]);
  if (reported)
    return (
      <span class="tag" tabIndex={-1} ref={mark}>
        {t('chat.reported')}
      </span>
    );
  const answer = (yes: boolean): void => {
    done.current = yes;
    setAsking(false);
    flag.current?.focus();
    if (yes) void model.report(line);
  };
  return (
    <>
      <button
        class="flag"
        ref={flag}
        aria-label={t('chat.report')}
        title={t('chat.report')}
        aria-expanded={asking}
        onClick={() => setAsking(!asking)}
      >
        <RoomIcon name="flag" size={14} />
      </button>
      <MuteButton name={line.from} model={model} />
      {asking && <ConfirmRow action={{ confirm: 'confirm.report' }} answer={answer} />}
    </>
  );
}

/** Hides all lines of `name` for this visitor; nothing is sent. */
function MuteButton({ name, model }: { name: string; model: RoomModel }) {
  const { t } = useServices().preferences;
  const label = t('chat.muteOne', { name });
  return (
    <button
      class="flag"
      aria-label={label}
      title={label}
      onClick={({ currentTarget }) => {
        currentTarget.closest<HTMLElement>('.chat-lines')?.focus(); // The line goes.
        model.command({ do: 'mute', name, on: true });
      }}
    >
      <RoomIcon name="mute" size={14} />
    </button>
  );
}
