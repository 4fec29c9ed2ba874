import { useState } from 'preact/hooks';

/** The state of a form that is sent at most once at a time. `problem` is what `send` threw, or what the page has set; null
 *  again when it is sent anew. `submit` may do something else in its place, on the same terms. */
export function useSubmit(send: () => Promise<void>) {
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<unknown>(null);
  const submit = async (act = send): Promise<void> => {
    if (busy) return;
    setProblem(null);
    setBusy(true);
    try {
      await act();
    } catch (error) {
      setProblem(error);
    }
    setBusy(false);
  };
  const onSubmit = (event: Event): void => {
    event.preventDefault();
    void submit();
  };
  return { busy, problem, setProblem, submit, onSubmit };
}
