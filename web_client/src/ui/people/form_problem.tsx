import { Refusal } from '../../protocol/connection';
import { useServices } from '../services/services';

/** What the server asks of a password. */
export const MIN_PASSWORD = 8;

interface Props {
  /** A text of this page, or what was thrown; null: nothing went wrong. */
  readonly problem: unknown;
  /** What is said of codes of refusals in this form. */
  readonly known?: Readonly<Record<string, string | undefined>>;
}

/** Why a form was refused. */
export function FormProblem({ problem, known = {} }: Props) {
  const { toasts } = useServices();
  if (problem === null) return null;
  const said = problem instanceof Refusal ? known[problem.code] : undefined;
  return (
    <p class="problem" role="alert">
      {typeof problem === 'string' ? problem : (said ?? toasts.describe(problem))}
    </p>
  );
}
