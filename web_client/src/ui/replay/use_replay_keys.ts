import { useKeys } from '../core/use_keys';
import type { Replay } from './replay_model';

/** The keys of a replay; `list` shows them. */
export function useReplayKeys(replay: Replay, list: () => void): void {
  useKeys(
    { f: () => replay.flip(), '?': list },
    {
      arrowleft: () => replay.back(),
      arrowright: () => replay.forward(),
      arrowup: () => replay.go(0),
      arrowdown: () => replay.toEnd(),
      home: () => replay.go(0),
      end: () => replay.toEnd(),
      ' ': () => replay.togglePlaying(),
    },
    [replay],
  );
}
