import { lobbyWords as words } from '../../i18n/areas/lobby_words';
import { useWords } from '../services/services';
import type { Setup } from './setup';

export { words, RangePicker as view };

/** No rating comes near it. */
const HIGHEST = 4_000;

/** Which rating a stranger may have. */
function RangePicker({ setup }: { setup: Setup }) {
  const { t } = useWords();
  const bound = (which: 0 | 1) => (
    <input
      class="input small"
      type="number"
      inputMode="numeric"
      min="0"
      max={HIGHEST}
      step="50"
      placeholder={t(which === 0 ? 'lobby.range.min' : 'lobby.range.max')}
      aria-invalid={setup.isRangeEmpty.value}
      aria-label={`${t('lobby.range')} ${t(which === 0 ? 'lobby.range.min' : 'lobby.range.max')}`}
      value={setup.range.value[which] || ''}
      onChange={(event) =>
        setup.chooseRange(
          which,
          Math.min(HIGHEST, Math.max(0, Math.round(event.currentTarget.valueAsNumber || 0))),
        )
      }
    />
  );
  return (
    <span class="row rating-range">
      <span class="muted">{t('lobby.range')}</span>
      {bound(0)}–{bound(1)}
      <span class="problem" role="status">
        {setup.isRangeEmpty.value && t('lobby.range.empty')}
      </span>
    </span>
  );
}
