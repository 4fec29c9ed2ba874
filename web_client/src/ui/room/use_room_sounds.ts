import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { Sounds } from '../../sound/sounds';
import { moveName } from '../parts/move_list';
import { useServices } from '../services';
import type { Heard } from './room_model';
import type { Table } from './table';

/** Makes the room heard: sounds for everybody, and for those who do not see the board the words that are returned. */
export function useRoomSounds(table: Table): ReadonlySignal<string> {
  const { preferences } = useServices();
  const spoken = useMemo(() => signal(''), [table]);
  useEffect(() => {
    const sounds = new Sounds(document);
    const stop = effect(() => {
      const { sound, volume } = preferences.settings.value;
      sounds.volume = sound ? volume : 0;
    });
    table.model.onHeard = (heard) => {
      const name = soundOf(table, heard);
      if (name) sounds.play(name);
      if (heard.kind === 'move') spoken.value = describeMove(heard);
    };
    let warned = false;
    const stopLow = effect(() => {
      if (!table.hurried.value || warned) return;
      warned = true;
      sounds.play('lowTime');
    });
    return () => {
      stop();
      stopLow();
      sounds.destroy();
      table.model.onHeard = null;
    };
  }, [table]);

  function describeMove({ after }: Heard): string {
    const { full, moves, notations, state } = after;
    const { notation, language } = preferences.settings.value;
    const ply = moves.length;
    const side = preferences.t(`side.${full.game}.${ply % 2 === 1 ? 'first' : 'second'}`);
    const name = moveName(table.game, moves[ply - 1] ?? '', notations[ply - 1], notation, language);
    const check = state.check ? ` ${preferences.t('room.check')}.` : '';
    // The number makes each text new: a screen reader does not say the same text twice.
    return `${ply}. ${side}: ${name}.${check}`;
  }
  return spoken;
}

function soundOf(table: Table, { kind, before, after }: Heard): 'move' | 'capture' | 'check' | 'end' | null {
  if (kind === 'end') return 'end';
  if (kind !== 'move') return null;
  if (after.state.check) return 'check';
  const pieces = (pos: string): number => table.game.parsePosition(pos).pieces.size;
  return pieces(after.state.pos) < pieces(before.state.pos) ? 'capture' : 'move';
}
