import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { GameView } from '../../games/kit/game';
import type { Notation } from '../../protocol/types';
import type { LanguageTag } from '../../i18n/translate';
import type { NotationStyle } from '../services/settings';
import { useServices, useWords } from '../services/services';
import { moveName, notationTag, notationStyles } from './move_names';
import { Segment } from '../parts/segment';

/** The second name of a move, in small print beside the first. */
const beside: Readonly<Record<NotationStyle, NotationStyle>> = { zh: 'wxf', wxf: 'zh', iccs: 'wxf' };

/** What an analysis says of a move: its evaluation, and a sign where it was a mistake. */
export interface MoveNote {
  readonly text: string;
  readonly sign?: string;
  readonly kind?: string;
}

/** What the list and the strip of moves need. */
export interface MoveListProps {
  readonly game: GameView;
  readonly moves: readonly string[];
  readonly notations: readonly (Notation | undefined)[];
  /** The ply that is shown; 0 is the start. */
  readonly ply: number;
  readonly onPly: (ply: number) => void;
  /** Of the move that leads to `ply`. */
  readonly note?: (ply: number) => MoveNote | undefined;
}

/** In which notation moves are written. */
export function NotationSegment() {
  const { preferences } = useServices();
  // Names that are the same in all languages.
  const name = (style: NotationStyle) =>
    style === 'zh' ? <span lang="zh-Hans">中文</span> : style.toUpperCase();
  return (
    <Segment
      class="notations"
      label={preferences.t('moves.notation')}
      options={notationStyles.map((style) => [style, name(style)] as const)}
      value={preferences.settings.value.notation}
      onChange={(notation) => preferences.change({ notation })}
    />
  );
}

/** How far each key leads. */
const strides: Readonly<Record<string, number>> = {
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowUp: -2,
  ArrowDown: 2,
  Home: -Infinity,
  End: Infinity,
};

/** The moves are one stop of Tab: arrows, Home and End lead through them, and the focus follows the shown one. */
function useMoveKeys(
  list: RefObject<HTMLElement | null>,
  { moves, ply, onPly }: Pick<MoveListProps, 'moves' | 'ply' | 'onPly'>,
): (event: KeyboardEvent) => void {
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (activeElement === list.current || !list.current?.contains(activeElement)) return;
    list.current.querySelector<HTMLElement>('.on')?.focus({ preventScroll: true });
  }, [ply]);
  return (event) => {
    const stride = strides[event.key];
    if (stride === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    onPly(Math.min(Math.max(ply + stride, 1), moves.length));
  };
}

/** The move that Tab leads to: the shown one, at the start the first. */
const tabStop = (ply: number): number => Math.max(ply, 1);

/** All moves in two columns. Follows the shown one without moving the page. */
export function MoveList({ game, moves, notations, ply, onPly, note }: MoveListProps) {
  const { t } = useWords();
  const list = useRef<HTMLOListElement>(null);
  const press = useMoveKeys(list, { moves, ply, onPly });
  const stop = tabStop(ply);
  useEffect(() => {
    const box = list.current;
    const shown = box?.querySelector<HTMLElement>('.on');
    if (!box) return;
    if (!shown) box.scrollTop = ply === 0 ? 0 : box.scrollHeight;
    else box.scrollTop = shown.offsetTop - box.clientHeight / 2;
  }, [ply, moves.length]);
  if (moves.length === 0) return <p class="empty moves-none">{t('moves.none')}</p>;
  const rows = Array.from({ length: Math.ceil(moves.length / 2) }, (_, row) => 2 * row);
  return (
    <ol class="moves" ref={list} aria-label={t('moves.list')} tabIndex={-1} onKeyDown={press}>
      {rows.map((before) => (
        <MoveRow
          key={before}
          game={game}
          before={before}
          first={moves[before] ?? ''}
          second={moves[before + 1]}
          firstName={notations[before]}
          secondName={notations[before + 1]}
          on={ply === before + 1 || ply === before + 2 ? ply : 0}
          stop={stop === before + 1 || stop === before + 2 ? stop : 0}
          onPly={onPly}
          note={note}
        />
      ))}
    </ol>
  );
}

interface RowProps {
  readonly game: GameView;
  /** Plies before this row. */
  readonly before: number;
  readonly first: string;
  readonly second: string | undefined;
  readonly firstName: Notation | undefined;
  readonly secondName: Notation | undefined;
  /** The shown ply, if it is one of these two. */
  readonly on: number;
  /** The ply that Tab leads to, likewise. */
  readonly stop: number;
  readonly onPly: (ply: number) => void;
  readonly note: MoveListProps['note'];
}

/** A move of each side. Reads a signal, so it is drawn again only when that or a property changes: of 300 moves one is
 *  new. */
function MoveRow({ game, before, first, second, firstName, secondName, on, stop, onPly, note }: RowProps) {
  const { notation: style, language } = useServices().preferences.settings.value;
  const cell = (ply: number, move: string, notation: Notation | undefined) => (
    <MoveCell
      name={moveName(game, move, notation, style, language)}
      small={moveName(game, move, notation, beside[style], language)}
      style={style}
      language={language}
      note={note?.(ply)}
      on={ply === on}
      isStop={ply === stop}
      onClick={() => onPly(ply)}
    />
  );
  return (
    <li>
      <span class="n">{before / 2 + 1}</span>
      {cell(before + 1, first, firstName)}
      {second === undefined ? <span /> : cell(before + 2, second, secondName)}
    </li>
  );
}

interface CellProps {
  readonly name: string;
  /** In small print beside the name, where it says something else and no analysis does. */
  readonly small: string;
  readonly style: NotationStyle;
  readonly language: LanguageTag;
  readonly note: MoveNote | undefined;
  readonly on: boolean;
  readonly isStop: boolean;
  readonly onClick: () => void;
}

function MoveCell({ name, small, style, language, note, on, isStop, onClick }: CellProps) {
  return (
    <button
      class={`move ${on ? 'on' : ''}`}
      aria-current={on ? 'true' : undefined}
      tabIndex={isStop ? 0 : -1}
      onClick={onClick}
    >
      <span lang={notationTag(style, language)}>
        {name} {note?.sign && <b class={`sign ${note.kind ?? ''}`}>{note.sign}</b>}
      </span>
      {note ? (
        <i>{note.text}</i>
      ) : (
        small !== name && <i lang={notationTag(beside[style], language)}>{small}</i>
      )}
    </button>
  );
}

/** Moves on either side of the shown one that the strip holds. */
const STRIP_REACH = 30;

/** The moves around the shown one on one line, for phones. */
export function MoveStrip({ game, moves, notations, ply, onPly }: MoveListProps) {
  const { preferences } = useServices();
  const { notation: style, language } = preferences.settings.value;
  const strip = useRef<HTMLDivElement>(null);
  const press = useMoveKeys(strip, { moves, ply, onPly });
  useEffect(() => {
    const box = strip.current;
    const shown = box?.querySelector<HTMLElement>('.on');
    if (box && moves.length > 0) box.scrollLeft = shown ? shown.offsetLeft - box.clientWidth / 2 : 0;
  }, [ply, moves.length, notations, style, language]);
  // Names are of other widths than what stood in their place: with them it is another strip, which nothing pushed.
  const named = notations[0] !== undefined;
  const from = Math.max(0, ply - STRIP_REACH);
  return (
    <div
      class="strip"
      key={String(named)}
      data-plies={moves.length}
      ref={strip}
      role="group"
      aria-label={preferences.t('moves.list')}
      lang={notationTag(style, language)}
      onKeyDown={press}
    >
      {moves.slice(from, ply + STRIP_REACH).map((move, index) => (
        <StripMove
          key={from + index}
          game={game}
          ply={from + index + 1}
          move={move}
          notation={notations[from + index]}
          on={from + index + 1 === ply}
          isStop={from + index + 1 === tabStop(ply)}
          onPly={onPly}
        />
      ))}
      {moves.length === 0 && <span class="dim">{preferences.t('moves.none')}</span>}
    </div>
  );
}

interface StripMoveProps {
  readonly game: GameView;
  readonly ply: number;
  readonly move: string;
  readonly notation: Notation | undefined;
  readonly on: boolean;
  readonly isStop: boolean;
  readonly onPly: (ply: number) => void;
}

/** Reads a signal, as a row does. */
function StripMove({ game, ply, move, notation, on, isStop, onPly }: StripMoveProps) {
  const { notation: style, language } = useServices().preferences.settings.value;
  return (
    <span class="strip-move">
      {ply % 2 === 1 && <i>{(ply + 1) / 2}.</i>}
      <button
        class={on ? 'on' : ''}
        aria-current={on ? 'true' : undefined}
        tabIndex={isStop ? 0 : -1}
        onClick={() => onPly(ply)}
      >
        {moveName(game, move, notation, style, language)}
      </button>
    </span>
  );
}
