import { gameNames, type GameName } from '../../protocol/types';
import { useServices } from '../services';
import { openingsOf, rulesOf, sizesOf, type Setup } from './setup';

/** Which game, by which rule and opening, chosen in a card of its own: the same choice that all cards share. */
export function GameFields({ setup }: { setup: Setup }) {
  const { link, preferences } = useServices();
  const { t, named } = preferences;
  const game = setup.game.value;
  const rules = rulesOf(game, link.games.value);
  const rule = setup.rule.value ?? rules[0] ?? '';
  const openings = openingsOf(game, rule, link.games.value);
  const sizes = sizesOf(game, link.games.value).map(String);
  const choose = (name: string): void => {
    setup.choose(name as GameName);
    preferences.change({ game: name as GameName });
  };
  return (
    <div class="game-fields">
      {select(t('lobby.game'), game, gameNames, (name) => t(`game.${name as GameName}`), choose)}
      {rules.length > 1 &&
        select(
          t('rule.label'),
          rule,
          rules,
          (name) => named('rule', name),
          (name) => setup.obey(name),
        )}
      {openings.length > 0 &&
        select(
          t('rule.opening'),
          setup.opening.value ?? '',
          ['', ...openings],
          (name) => (name === '' ? t('rule.opening.none') : named('rule.opening', name)),
          (name) => setup.open(name || null),
        )}
      {sizes.length > 1 &&
        select(
          t('rule.size'),
          String(setup.size.value ?? sizes[0]),
          sizes,
          (size) => size,
          (size) => setup.resize(Number(size)),
        )}
    </div>
  );
}

const select = (
  label: string,
  value: string,
  options: readonly string[],
  nameOf: (option: string) => string,
  onChange: (option: string) => void,
) => (
  <select
    class="input small"
    aria-label={label}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  >
    {options.map((option) => (
      <option key={option} value={option}>
        {nameOf(option)}
      </option>
    ))}
  </select>
);
