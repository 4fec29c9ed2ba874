import { useCallback, useState } from 'preact/hooks';
import type { Action } from '../../protocol/client_messages';
import type { Offers } from '../../protocol/types';
import { hasMoved, isAgainstBot, isOver, isYourTurn } from '../../state/room';
import type { Key } from '../../i18n/keys';
import { BoardMenu } from '../frame/settings';
import { Icon, type IconName } from '../parts/icon';
import { useWords } from '../services';
import type { Table } from './table';

export interface Deed {
  readonly action: Action;
  readonly icon: IconName;
  readonly label: Key;
  readonly enabled: boolean;
  /** An offer of this kind stands: the button takes it back. */
  readonly offered: boolean;
  /** Asked before it is done. */
  readonly confirm?: Key;
}

/** What a player may do besides moving. What is not possible now is disabled, not hidden: buttons keep their places. */
export function useDeeds(table: Table): readonly Deed[] {
  const { full, state, moves } = table.room.value;
  const { you } = full;
  const playing = you !== null && state.status === 'playing';
  const againstBot = isAgainstBot(table.room.value);
  const offered = (kind: keyof Offers): boolean => you !== null && state.offers?.[kind] === you;
  const early = moves.length < 2;
  return [
    {
      action: 'takeback',
      icon: 'undo',
      label: 'do.takeback',
      enabled: playing && hasMoved(table.room.value, you),
      offered: offered('takeback'),
    },
    // Bots decline draws, but lend a hint; people do neither.
    againstBot
      ? {
          action: 'hint',
          icon: 'bolt',
          label: 'do.hint',
          enabled: !full.rated && isYourTurn(table.room.value),
          offered: false,
        }
      : {
          action: 'draw',
          icon: 'half',
          label: 'do.draw',
          enabled: playing && !early,
          offered: offered('draw'),
          confirm: 'confirm.draw',
        },
    early
      ? {
          action: 'abort',
          icon: 'close',
          label: 'do.abort',
          enabled: you !== null && !isOver(state),
          offered: false,
          confirm: 'confirm.abort',
        }
      : {
          action: 'resign',
          icon: 'flag',
          label: 'do.resign',
          enabled: playing,
          offered: false,
          confirm: 'confirm.resign',
        },
  ];
}

/** What is wanted now and then, in a second row. */
export function useRareDeeds(table: Table): readonly Deed[] {
  const { full, state } = table.room.value;
  const playing = full.you !== null && state.status === 'playing';
  const paused = state.paused ?? false;
  const offered = full.you !== null && state.offers?.pause === full.you;
  return [
    {
      action: paused ? 'resume' : 'pause',
      icon: paused ? 'play' : 'pause',
      label: paused ? 'do.resume' : 'do.pause',
      enabled: playing && !full.rated,
      offered,
      ...(!paused && !isAgainstBot(table.room.value) && { confirm: 'confirm.pause' as const }),
    },
    {
      action: 'addTime',
      icon: 'clock',
      label: 'do.addTime',
      enabled: playing && !paused && state.clock !== null,
      offered: false,
    },
  ];
}

/** Asks in place, without a window over the board: the clock runs meanwhile. */
export function useConfirmed(table: Table): {
  asked: Deed | null;
  ask: (deed: Deed) => void;
  answer: (yes: boolean) => void;
} {
  const [asked, setAsked] = useState<Deed | null>(null);
  // One function for good: a button is drawn again only when what it says changes.
  const ask = useCallback(
    (deed: Deed) => {
      if (deed.offered) table.model.act(deed.action, false);
      else if (deed.confirm) setAsked(deed);
      else table.model.act(deed.action);
    },
    [table],
  );
  return {
    asked: asked?.enabled ? asked : null,
    ask,
    answer: (yes) => {
      if (yes && asked) table.model.act(asked.action);
      setAsked(null);
    },
  };
}

interface ConfirmProps {
  readonly deed: Pick<Deed, 'confirm'>;
  readonly answer: (yes: boolean) => void;
}

export function ConfirmRow({ deed, answer }: ConfirmProps) {
  const { t } = useWords();
  return (
    <div class="confirm" role="alertdialog" aria-label={t(deed.confirm ?? 'confirm.yes')}>
      <b>{t(deed.confirm ?? 'confirm.yes')}</b>
      <button class="button primary" ref={(button) => button?.focus()} onClick={() => answer(true)}>
        {t('confirm.yes')}
      </button>
      <button class="button" onClick={() => answer(false)}>
        {t('confirm.no')}
      </button>
    </div>
  );
}

interface DeedButtonProps extends Deed {
  readonly ask: (deed: Deed) => void;
  /** One of the row that a thumb reaches: larger, without a frame. */
  readonly thumb?: boolean;
}

export function DeedButton({ ask, thumb = false, ...deed }: DeedButtonProps) {
  const { t } = useWords();
  const { offered } = deed;
  const look = thumb ? (offered ? 'on' : '') : `button stacked ${offered ? 'gold' : ''}`;
  return (
    <button class={look} disabled={!deed.enabled} onClick={() => ask(deed)}>
      <Icon name={deed.icon} {...(thumb && { size: 21 })} />
      <small>{t(offered ? 'do.withdraw' : deed.label)}</small>
    </button>
  );
}

export function FlipButton({ table }: { table: Table }) {
  const { t } = useWords();
  return (
    <button class="button stacked" onClick={() => table.turn()}>
      <Icon name="flip" />
      <small>{t('do.flip')}</small>
    </button>
  );
}

/** Opens the choices of pieces and wood, beside the board that shows them. */
export function BoardButton({ table }: { table: Table }) {
  const { t } = useWords();
  const [open, setOpen] = useState(false);
  return (
    <>
      <button class="button stacked" aria-expanded={open} onClick={() => setOpen(!open)}>
        <Icon name="board" />
        <small>{t('do.board')}</small>
      </button>
      {open && <BoardMenu game={table.game} onClose={() => setOpen(false)} />}
    </>
  );
}

export function ActionBar({ table }: { table: Table }) {
  const [deeds, rare] = [useDeeds(table), useRareDeeds(table)];
  const { asked, ask, answer } = useConfirmed(table);
  if (asked)
    return (
      <div class="actions">
        <ConfirmRow deed={asked} answer={answer} />
      </div>
    );
  const button = (deed: Deed) => <DeedButton key={deed.label} {...deed} ask={ask} />;
  return (
    <div class="actions">
      {deeds.map(button)}
      <FlipButton table={table} />
      {rare.map(button)}
      <BoardButton table={table} />
    </div>
  );
}
