import { Refusal } from '../../protocol/connection';
import { useServices } from '../services/services';

/** What the server asks of a password. */
export const MIN_PASSWORD = 8;

interface Props {
  /** A text of this page, or what was thrown; null: nothing went wrong. */
  readonly problem: unknown;
  /** What is said of a password that is wrong. */
  readonly wrong: string;
}

/** Why a form was refused. Wrong names and passwords are one text: more would help guessing. */
export function FormProblem({ problem, wrong }: Props) {
  const { preferences, toasts } = useServices();
  if (problem === null) return null;
  const code = problem instanceof Refusal ? problem.code : '';
  const known = { unauthorized: wrong, bad_name: preferences.t('error.name_taken') }[code];
  return (
    <p class="problem" role="alert">
      {typeof problem === 'string' ? problem : (known ?? toasts.describe(problem))}
    </p>
  );
}
