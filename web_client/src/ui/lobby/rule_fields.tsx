import { openingsOf } from '../../games/rules';
import { lazy, nothing } from '../core/lazy';
import { Select } from '../parts/select';
import { useServices } from '../services/services';
import { rulesOf, sizesOf, type Setup } from './setup';

const OpeningNote = lazy(() => import('./opening_note'), nothing);

/** By which rule and opening, on how many lines, where there is a choice. What was chosen is explained. */
export function RuleFields({ setup }: { setup: Setup }) {
  const { socket, preferences } = useServices();
  const { t, named, ruleName } = preferences;
  const game = setup.game.value;
  const rules = rulesOf(game, socket.games.value);
  const rule = setup.rule.value ?? rules[0] ?? '';
  const openings = openingsOf(game, rule, socket.games.value);
  // Strangers play on the usual board.
  const sizes = setup.against.value === 'anyone' ? [] : sizesOf(game, socket.games.value).map(String);
  const opening = setup.opening.value;
  return (
    <div class="rules">
      {rules.length > 1 && (
        <Select
          label={t('rule.label')}
          value={rule}
          options={rules}
          nameOf={(name) => ruleName(game, name)}
          onChange={(name) => setup.chooseRule(name)}
        />
      )}
      {openings.length > 0 && (
        <Select
          label={t('rule.opening')}
          value={opening ?? ''}
          options={['', ...openings]}
          nameOf={(name) => (name === '' ? t('rule.opening.none') : named('rule.opening', name))}
          onChange={(name) => setup.chooseOpening(name || null)}
        />
      )}
      {sizes.length > 1 && (
        <Select
          label={t('rule.size')}
          value={String(setup.size.value ?? sizes[0])}
          options={sizes}
          onChange={(size) => setup.chooseSize(Number(size))}
        />
      )}
      <p class="muted">
        {named(`rule.${game}`, rule)}
        {opening !== null && <OpeningNote opening={opening} />}
      </p>
    </div>
  );
}
