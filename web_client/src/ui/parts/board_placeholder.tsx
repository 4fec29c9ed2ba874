import { useWords } from '../services';

/** Holds the place of a board, as index.html does before any script has run: nothing jumps when the board comes. */
function Holder({ name }: { name: string }) {
  const { t } = useWords();
  return (
    <main class={name} data-game="xiangqi" aria-busy="true">
      <div class="room-board">
        <div class="board-host holder">
          <span class="spinner" />
          <span class="hidden">{t('app.loading')}</span>
        </div>
      </div>
    </main>
  );
}

export const BoardPlaceholder = () => <Holder name="room" />;

export const ReplayPlaceholder = () => <Holder name="room replay" />;
