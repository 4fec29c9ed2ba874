import { layout } from '../core/layout';
import { useWords } from '../services/services';

/** Holds the place of a board, as index.html does before any script has run: nothing jumps when the board comes. */
export function BoardSkeleton() {
  const { t } = useWords();
  return (
    <div class="room-board">
      <div class="board-host holder">
        <span class="spinner" />
        <span class="hidden">{t('app.loading')}</span>
      </div>
    </div>
  );
}

const page = (name: string) => () => (
  <main class={name} data-layout={layout.value} aria-busy="true">
    <BoardSkeleton />
  </main>
);

/** The place of a room, and below of a replay, while their files and their games come. */
export const BoardPlaceholder = page('room');

export const ReplayPlaceholder = page('room replay');
