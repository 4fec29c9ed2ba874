import type { GameName } from '../../protocol/types';
import { useWords } from '../services/services';
import { Select } from './select';

interface Props {
  readonly game: GameName;
  readonly rules: readonly string[];
  /** Absent: the first. */
  readonly rule: string | null | undefined;
  readonly onChange: (rule: string) => void;
}

/** By which rule of a game; nothing where there is no choice. */
export function RuleSelect({ game, rules, rule, onChange }: Props) {
  const { t, ruleName } = useWords();
  return rules[1] ? (
    <Select
      label={t('rule.label')}
      value={rule ?? rules[0] ?? ''}
      options={rules}
      nameOf={(one) => ruleName(game, one)}
      onChange={onChange}
    />
  ) : null;
}
