import type { ReadonlySignal } from '@preact/signals';
import type { Board } from '../../board/board';
import type { GameView } from '../../games/kit/game';
import { Icon } from '../parts/icon';
import { useServices } from '../services/services';

interface Props {
  readonly game: GameView;
  /** The move that waits for a second tap. */
  readonly placing: ReadonlySignal<string | null>;
  readonly board: { readonly current: Board | null };
}

/** Under the thumb: a stone set down on a phone counts only when it is said so. */
export function PlaceButtons({ game, placing, board }: Props) {
  const { t, settings } = useServices().preferences;
  if (placing.value === null) return null;
  const square = game.moveName(placing.value, settings.value.language);
  return (
    <div class="place">
      <button
        class="button tall"
        aria-label={t('room.cancel')}
        title={t('room.cancel')}
        onClick={() => board.current?.cancel()}
      >
        <Icon name="close" />
      </button>
      <button class="button primary tall" onClick={() => board.current?.confirm()}>
        <Icon name="check" /> {t('room.place', { square })}
      </button>
      <p class="caption">{t('room.placeHint')}</p>
    </div>
  );
}
