import setUpStyle from '../../style/set_up.css?inline';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { GameView, Piece, Position, SetUp } from '../../games/kit/game';
import type { GameRecord } from '../../protocol/records';
import { SIDES, type Side } from '../../protocol/types';
import { BoardView } from '../boards/board_view';
import { useBoardSettings } from '../boards/use_board_settings';
import { Icon } from '../parts/icon';
import { PieceIcon } from '../boards/piece_icon';
import { Segment } from '../parts/segment';
import { adoptStyles } from '../core/style';
import { useServices } from '../services/services';
import { isCreatingGame, playFrom } from './play_from';
import { SetUpModel } from './set_up_model';

adoptStyles(setUpStyle);

interface Props {
  readonly game: GameView;
  readonly tools: SetUp;
  /** Of a game that is played from it. */
  readonly place: Pick<GameRecord, 'game' | 'rule' | 'size'>;
  /** What stands there at first. */
  readonly start: Position;
  /** What was put together, by the starts of games: of another rule or size it may be another board. */
  readonly drafts: Map<string, Position>;
  /** Says why the server will not play from a position; null when it will. */
  readonly onDone: (position: string) => Promise<string | null>;
  /** It will, and the position is still the one that is wanted. */
  readonly onTaken: (position: string) => void;
  readonly onCancel: () => void;
}

/**
 * A board on which any position is put together, to be analysed. The server says whether it can be played. What was put
 * together is in `drafts` for the next one.
 */
export function SetUpBoard({ game, tools, place, start, drafts, onDone, onTaken, onCancel }: Props) {
  const services = useServices();
  const { preferences } = services;
  const { t } = preferences;
  const model = useMemo(() => new SetUpModel(game, tools, drafts.get(game.start) ?? start), [game]);
  const position = model.position.value;
  useLayoutEffect(() => void drafts.set(game.start, position), [position]);
  const { refusal, setRefusal, done } = useDone(model, onDone, onTaken);
  const settings = useBoardSettings(() => ({ animate: false }));
  return (
    <>
      <h1 class="hidden">{t('setup.title')}</h1>
      <section class="room-board">
        <BoardView
          game={model.editor}
          state={model.state}
          settings={settings}
          onMove={(square) => {
            setRefusal(null);
            model.applyMove(square);
          }}
        />
      </section>
      <aside class="replay-panel card set-up">
        <h2>{t('setup.title')}</h2>
        <Palette model={model} />
        <div class="field">
          <span>{t('setup.turn')}</span>
          <Segment<Side>
            label={t('setup.turn')}
            options={SIDES.map((side) => [side, t(`side.${game.id}.${side}`)] as const)}
            value={model.position.value.turn}
            onChange={(side) => model.turn(side)}
          />
        </div>
        <PositionText model={model} />
        <div class="row">
          <button class="button small" onClick={() => model.clear()}>
            {t('setup.clear')}
          </button>
          <button class="button small" onClick={() => model.restart()}>
            {t('setup.start')}
          </button>
        </div>
        {refusal !== null && (
          <p class="bad" role="alert">
            {refusal}
          </p>
        )}
        <div class="row">
          <button class="button primary" onClick={() => void done()}>
            {t('setup.done')}
          </button>
          <button
            class="button"
            aria-busy={isCreatingGame()}
            onClick={() => void playFrom(services, place, model.text.value, model.position.value.turn)}
          >
            {t('replay.playFrom')}
          </button>
          <button class="button" onClick={onCancel}>
            {t('setup.cancel')}
          </button>
        </div>
      </aside>
    </>
  );
}

/** Asks for what was put together. An answer to what was left, or changed, before it came is dropped. */
function useDone(model: SetUpModel, ask: Props['onDone'], onTaken: Props['onTaken']) {
  const [refusal, setRefusal] = useState<string | null>(null);
  const isShown = useRef(true);
  useLayoutEffect(() => () => void (isShown.current = false), []);
  const done = async (): Promise<void> => {
    const asked = model.text.peek();
    const why = await ask(asked);
    if (!isShown.current || model.text.peek() !== asked) return;
    setRefusal(why);
    if (why === null) onTaken(asked);
  };
  return { refusal, setRefusal, done };
}

/**
 * The square of the board under a pointer that was let go: a piece may be dragged there from beside it. The event's
 * own target is the button, which has captured the pointer.
 */
function squareUnder({ clientX, clientY }: PointerEvent): string | undefined {
  const cell = document.elementFromPoint(clientX, clientY)?.closest<HTMLElement>('[role="gridcell"]');
  return cell?.dataset.square;
}

interface PaletteProps {
  readonly model: SetUpModel;
  /** What stands for a square that must be empty, and its name. */
  readonly bare?: readonly [Piece, string];
}

/** Every piece of both sides, and the hand that takes away. */
export function Palette({ model, bare }: PaletteProps) {
  const { preferences } = useServices();
  const { language } = preferences.settings.value;
  const { game } = model;
  const brush = model.brush.value;
  const chosen = (piece: Piece | null): boolean => piece?.kind === brush?.kind && piece?.side === brush?.side;
  const drop = (event: PointerEvent): void => {
    const square = squareUnder(event);
    if (square !== undefined) model.applyMove(square);
  };
  const button = (piece: Piece | null, label: string) => (
    <button
      key={label}
      class={chosen(piece) ? 'on' : ''}
      aria-pressed={chosen(piece)}
      aria-label={label}
      title={label}
      onClick={() => model.take(piece)}
      onPointerDown={(event) => {
        // Else a mouse is let go over the board unheard.
        event.currentTarget.setPointerCapture(event.pointerId);
        model.take(piece);
      }}
      onPointerUp={(event) => drop(event)}
    >
      {piece ? (
        <PieceIcon game={game} side={piece.side} kind={piece.kind} size={36} />
      ) : (
        <Icon name="close" />
      )}
    </button>
  );
  return (
    <div class="palette" role="group" aria-label={preferences.t('setup.pieces')}>
      {SIDES.map((side) => (
        <div key={side} class="row">
          {model.tools.kinds.map((kind) =>
            button({ side, kind }, game.words.piece({ side, kind }, language)),
          )}
        </div>
      ))}
      <div class="row">
        {bare && button(...bare)}
        {button(null, preferences.t('setup.remove'))}
      </div>
    </div>
  );
}

/** The position as text, to be copied or pasted. Read when it is left or Enter is pressed, not while it is typed. One that
 *  cannot be read stays, to be mended, until the board is another. */
function PositionText({ model }: { model: SetUpModel }) {
  const { t } = useServices().preferences;
  const text = model.text.value;
  const [[typed, before], setTyped] = useState(['', '']);
  const wrong = before === text;
  return (
    <label class="field">
      <span>{t('setup.text')}</span>
      <input
        class="input"
        spellcheck={false}
        autocomplete="off"
        aria-invalid={wrong}
        value={wrong ? typed : text}
        onChange={({ currentTarget: { value } }) => setTyped([value, model.read(value) ? '' : text])}
      />
      {wrong && <small class="bad">{t('setup.unreadable')}</small>}
    </label>
  );
}
