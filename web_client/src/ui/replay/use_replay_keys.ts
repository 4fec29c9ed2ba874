import { useLayoutEffect } from 'preact/hooks';
import { isTaken } from '../parts/keys';
import type { Replay } from './replay_model';

/** Arrows, Home and End walk through the game; Space plays it; f turns the board. The keys are there with the page: an effect
 *  after the paint would miss what is pressed before. */
export function useReplayKeys(replay: Replay): void {
  useLayoutEffect(() => {
    const actions: Readonly<Record<string, () => void>> = {
      ArrowLeft: () => replay.back(),
      ArrowRight: () => replay.forward(),
      ArrowUp: () => replay.go(0),
      ArrowDown: () => replay.toEnd(),
      Home: () => replay.go(0),
      End: () => replay.toEnd(),
      ' ': () => replay.togglePlaying(),
      f: () => replay.turn(),
    };
    const press = (event: KeyboardEvent): void => {
      const pressed = event.key === ' ' && (event.target as Element).matches('button, input');
      const action = actions[event.key];
      if (!action || pressed || isTaken(event)) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, [replay]);
}
