import { effect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { spokenMove } from '../../games/spoken_move';
import type { Room } from '../../state/room';
import { useServices } from '../services/services';
import type { Link } from '../services/link';
import type { Preferences } from '../services/preferences';
import { resultWords } from './result_words';
import type { SoundName } from '../../sound/voices';
import type { RoomChange } from '../../state/room_reducer';
import type { Table } from './table';

/** When a clock that runs down is spoken of, in seconds; not every second, which would drown everything else. */
const SPOKEN_SECONDS = [60, 20, 10];
const CLOCK_CHECK_MS = 500;

/** Makes the room heard: sounds for everybody, and for those who do not see the board words. */
export function useRoomSounds(table: Table): void {
  const { link, preferences, sounds } = useServices();
  useEffect(() => {
    table.model.onChange = (change) => {
      const name = soundOf(change);
      if (name) sounds.play(name);
      const text = spokenOf(table, change, preferences);
      if (text !== null) table.say(text);
    };
    let warned = false;
    const stopLow = effect(() => {
      if (!table.hurried.value || warned) return;
      warned = true;
      sounds.play('lowTime');
    });
    const stopClock = speakClock(table, (seconds) => {
      table.say(preferences.t('room.clockLow', { seconds }));
    });
    const stopPlans = speakPlans(table, preferences, (text) => table.say(text));
    const stopLine = speakLine(link, () => table.say(preferences.t('link.back')));
    return () => {
      stopLow();
      stopClock();
      stopPlans();
      stopLine();
      table.model.onChange = null;
    };
  }, [table]);
}

/** Calls `say` once for each mark that the visitor's own running clock passes. */
function speakClock(table: Table, say: (seconds: number) => void): () => void {
  let before = Infinity;
  const timer = setInterval(() => {
    const { you } = table.room.value.full;
    const running = you !== null && table.room.value.state.clock?.running === you;
    const left = running ? table.left(you) : null;
    if (left === null) return;
    const passed = SPOKEN_SECONDS.filter((mark) => before > mark * 1_000 && left <= mark * 1_000).at(-1);
    // The first look at a clock says nothing: it may have been low before this page came.
    if (passed !== undefined && before !== Infinity) say(passed);
    before = left;
  }, CLOCK_CHECK_MS);
  return () => clearInterval(timer);
}

/** What happened, in words; null where nothing is to be said. */
function spokenOf(table: Table, change: RoomChange, preferences: Preferences): string | null {
  const { t } = preferences;
  const { before, after } = change;
  switch (change.kind) {
    case 'move':
      return describeMove(table, change, preferences);
    case 'swap':
      return t('opening.swapped');
    case 'takeback':
      return t('room.tookBack', {
        n: before.moves.length - after.moves.length,
        side: t(`side.${after.full.game}.${after.state.turn}`),
      });
    case 'end':
      return t('room.spokenEnd', { result: resultWords(after, preferences) });
    default:
      return null;
  }
}

/** A hint and a move made ahead, when they come: moves of the visitor, also while the other is to move. */
function speakPlans(table: Table, preferences: Preferences, say: (text: string) => void): () => void {
  const { model, game } = table;
  const nameOf = (move: string): string => {
    const { position } = table.state.peek();
    const shown = typeof position === 'string' ? game.parsePosition(position) : position;
    const turn = model.room.peek()?.full.you ?? shown.turn;
    const { language } = preferences.settings.peek();
    return spokenMove(game, { ...shown, turn }, move, language, table.settings.peek().flipped ?? false);
  };
  const speak = (key: 'room.hint' | 'room.premove', move: string | undefined | null): void => {
    if (move) say(preferences.t(key, { move: nameOf(move) }));
  };
  const stopHint = effect(() => speak('room.hint', model.hint.value?.move));
  const stopPremove = effect(() => speak('room.premove', model.premove.value));
  return () => {
    stopHint();
    stopPremove();
  };
}

/** Calls `say` whenever a line that was lost is there again. */
function speakLine(link: Link, say: () => void): () => void {
  let lost = false;
  return effect(() => {
    const status = link.status.value;
    if (status === 'open' && lost) say();
    lost = status === 'lost' || (lost && status !== 'open');
  });
}

function describeMove(table: Table, { before, after }: RoomChange, preferences: Preferences): string {
  const { moves, state } = after;
  const ply = moves.length;
  const position = table.game.parsePosition(before.state.pos);
  const { language } = preferences.settings.value;
  const flipped = table.settings.value.flipped ?? false;
  const name = spokenMove(table.game, position, moves[ply - 1] ?? '', language, flipped);
  const check = state.check ? ` ${preferences.t('room.check')}.` : '';
  // The number makes each text new: a screen reader does not say the same text twice.
  return `${ply}. ${name}.${check}`;
}

function soundOf({ kind, before, after }: RoomChange): SoundName | null {
  if (kind === 'start') return 'found';
  if (kind === 'end') return 'end';
  if (kind !== 'move') return null;
  if (after.state.check) return 'check';
  return piecesIn(after) < piecesIn(before) ? 'capture' : 'move';
}

/** Letters of the board part of the position's text. */
const piecesIn = ({ state }: Room): number => state.pos.replace(/ .*|[^a-z]/gi, '').length;
