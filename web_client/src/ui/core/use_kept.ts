import { useRef, useState } from 'preact/hooks';
import { useServices } from '../services/services';

/**
 * A choice that the server keeps: shown at once, and undone where the server did not take it, unless another one was
 * made meanwhile. `keep` is called for one choice at a time, and at last for the newest.
 */
export function useKept<T>(
  before: T,
  keep: (token: string | null, wanted: T) => Promise<unknown>,
): readonly [T, (change: (wanted: T) => T) => void] {
  const { account, toasts } = useServices();
  const [shown, show] = useState(before);
  const state = useRef({ kept: before, wanted: before, isSending: false }).current;
  const send = async (): Promise<void> => {
    // What was chosen is theirs, also where another one is logged in before it is sent.
    const { token } = account;
    state.isSending = true;
    while (state.kept !== state.wanted) {
      const { wanted } = state;
      try {
        await keep(token, wanted);
        state.kept = wanted;
      } catch (error) {
        toasts.showError(error);
        if (state.wanted === wanted) show((state.wanted = state.kept));
      }
    }
    state.isSending = false;
  };
  const choose = (change: (wanted: T) => T): void => {
    show((state.wanted = change(state.wanted)));
    if (!state.isSending) void send();
  };
  return [shown, choose];
}
