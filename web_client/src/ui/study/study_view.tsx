import roomStyle from '../../style/room.css?inline';
import replayStyle from '../../style/replay.css?inline';
import pagesStyle from '../../style/pages.css?inline';
import studyStyle from '../../style/study.css?inline';
import { useCallback, useEffect, useLayoutEffect, useMemo, useState } from 'preact/hooks';
import type { GameView } from '../../games/kit/game';
import type { StudyComment } from '../../protocol/study_messages';
import { isNotFound } from '../../protocol/connection';
import { pathOf } from '../../state/route';
import { ROOT, type Chapter } from '../../state/chapter';
import { mayWrite } from '../../state/study_state';
import { ReplayPlaceholder } from '../boards/board_placeholder';
import { BoardView } from '../boards/board_view';
import { explainIllegalLater } from '../boards/explain_later';
import { NotationSegment } from '../boards/move_list';
import { useBoardSettings } from '../boards/use_board_settings';
import { useGame } from '../boards/use_game';
import { copyText } from '../core/copy';
import { layout } from '../core/layout';
import { adoptStyles } from '../core/style';
import { useTitle } from '../core/use_title';
import { NotFoundPage } from '../pages/not_found_page';
import { IconButton } from '../parts/icon_button';
import { KeysPanel } from '../parts/keys';
import { LoadError } from '../parts/load_error';
import { Select } from '../parts/select';
import { EvaluationBar } from '../replay/evaluation';
import { Explorer } from '../replay/explorer';
import { Lines } from '../replay/lines';
import { emptyRecord } from '../replay/replay_model';
import { ReplayControls } from '../replay/replay_controls';
import { useReplayKeys } from '../replay/use_replay_keys';
import { useServices } from '../services/services';
import { NodeEditor, type Pen } from './node_editor';
import { shapeOf, StudyBoard, withShape } from './study_board';
import { StudyModel } from './study_model';
import { StudyMore } from './study_more';
import { StudyTree } from './study_tree';
import { UnsavedComments } from './unsaved_comments';

adoptStyles(roomStyle, replayStyle, pagesStyle, studyStyle);

interface Props {
  readonly id: string;
  readonly chapter: number | null;
  readonly node: number | undefined;
}

/** A chapter of a study. Another chapter is another page, and so is that of another user: what one has not sent yet is
 *  not the other's. */
export function StudyView({ id, chapter, node }: Props) {
  const services = useServices();
  const { t } = services.preferences;
  const user = services.account.user.value?.id;
  const model = useMemo(() => new StudyModel(services, id, chapter, node), [id, chapter, user]);
  // Not after a paint: the page that is left says so before the next one asks.
  useLayoutEffect(() => {
    model.start();
    return () => model.leave();
  }, [model]);
  useLayoutEffect(() => {
    if (node !== undefined && node !== model.state.peek().at) model.look(node);
  }, [model, node]);
  const problem = model.problem.value;
  const { shown } = model.state.value;
  const game = useGame(shown);
  if (isNotFound(problem)) return <NotFoundPage text={t('study.lost')} />;
  if (problem !== null)
    return (
      <main class="lost">
        <LoadError error={problem} onRetry={() => location.reload()} />
      </main>
    );
  if (!shown || !game) return <ReplayPlaceholder />;
  return <ChapterParts key={shown.game} model={model} chapter={shown} game={game} />;
}

interface PartsProps {
  readonly model: StudyModel;
  readonly chapter: Chapter;
  readonly game: GameView;
}

function useBoard({ model, chapter, game }: PartsProps): { board: StudyBoard; explorer: Explorer } {
  const services = useServices();
  const parts = useMemo(() => {
    const { rule, size, startPos = game.start } = chapter;
    const start = { game: chapter.game, rule, ...(size !== undefined && { size }) };
    const board = new StudyBoard(emptyRecord(start, startPos), game, model);
    return { board, explorer: new Explorer(board, services) };
  }, [game, model]);
  // Before the paint: what is left within a frame would ask on.
  useLayoutEffect(
    () => () => {
      parts.explorer.destroy();
      parts.board.destroy();
    },
    [parts],
  );
  return parts;
}

function ChapterParts(props: PartsProps) {
  const { model, chapter, game } = props;
  const services = useServices();
  const { board, explorer } = useBoard(props);
  const [pen, setPen] = useState<Pen>({ on: false, brush: 'green', label: '' });
  const [listed, list] = useState(false);
  const state = model.state.value;
  const isWriter = mayWrite(state);
  const node = chapter.nodes.get(state.at) ?? chapter.nodes.get(ROOT);
  const authorOf = useAuthors(model);
  const look = useCallback((to: number) => model.look(to), [model]);
  const settings = useBoardSettings(
    () => ({ flipped: board.flipped.value, draws: pen.on && isWriter }),
    [board, pen.on, isWriter],
  );
  useReplayKeys(board, () => list(true));
  useAddress(model);
  useTitle(chapter.name ?? '', state.info?.name ?? '');
  const stacked = layout.value === 'stack';
  const deck = <ReplayControls replay={board} />;
  return (
    <main class="room replay study" data-layout={layout.value}>
      <h1 class="hidden">{state.info?.name}</h1>
      <section class="room-board" aria-label={services.preferences.t('settings.board')}>
        <EvaluationBar replay={board} />
        <BoardView
          game={game}
          state={board.drawn}
          settings={settings}
          onMove={(move) => board.try(move)}
          onIllegal={(move) => explainIllegalLater(services, board.record, board.line, move)}
          {...(isWriter && {
            onDraw: (shape) => {
              if (!node) return;
              const shapes = withShape(node.shapes, shapeOf(shape, pen.brush, pen.label));
              model.edit({ do: 'shapes', node: node.id, shapes });
            },
          })}
        />
      </section>
      <aside class="card replay-panel">
        {stacked && deck}
        <Head model={model} board={board} />
        <section class="replay-moves">
          <StudyTree
            game={game}
            chapter={chapter}
            at={state.at}
            cursors={state.cursors}
            authorOf={authorOf}
            onLook={look}
          />
        </section>
        {state.unsaved.length > 0 && <UnsavedComments model={model} />}
        {isWriter && node && state.tried.length === 0 && (
          <NodeEditor {...props} node={node} pen={pen} onPen={setPen} authorOf={authorOf} />
        )}
        {!isWriter && <p class="caption reads">{services.preferences.t('study.reads')}</p>}
        <Lines replay={board} explorer={explorer} game={game} />
        {!stacked && deck}
      </aside>
      <StudyMore model={model} board={board} chapter={chapter} authorOf={authorOf} />
      {listed && <KeysPanel page="replay" game={game} onClose={() => list(false)} />}
    </main>
  );
}

/** The same function until the members are others. */
function useAuthors(model: StudyModel): (comment: StudyComment) => string {
  const { t } = useServices().preferences;
  const members = model.state.value.info?.members;
  return useCallback(
    ({ by }) => members?.find(({ number }) => number === by)?.name ?? t('study.comment.file'),
    [members, t],
  );
}

/** Which chapter of which study, and whether all is kept. */
function Head({ model, board }: { model: StudyModel; board: StudyBoard }) {
  const { navigation, preferences, toasts } = useServices();
  const { t } = preferences;
  const { info, studyId, chapter, pending, unsaved, at } = model.state.value;
  useUnsent(pending.length > 0, unsaved.length > 0);
  const chapters = info?.chapters ?? [];
  const nameOf = (number: string): string => {
    const name = chapters.find(({ chapter: one }) => String(one) === number)?.name ?? '';
    return name === '' ? number : name;
  };
  const copyLink = async (): Promise<void> => {
    const path = pathOf({ page: 'study', id: studyId, number: chapter ?? 1, node: at });
    if (await copyText(location.origin + path)) toasts.show(t('room.copied'));
  };
  return (
    <header class="study-head">
      <h2>
        <bdi>{info?.name}</bdi>
      </h2>
      <div class="row wrap">
        {chapters.length > 1 && (
          <Select
            label={t('study.chapter')}
            value={String(chapter)}
            options={chapters.map((one) => String(one.chapter))}
            nameOf={nameOf}
            onChange={(one) => navigation.to({ page: 'study', id: studyId, number: Number(one) })}
          />
        )}
        <span class="space" />
        <span class="caption" role="status">
          {mayWrite(model.state.value) && t(pending.length > 0 ? 'study.saving' : 'study.saved')}
        </span>
        <IconButton
          icon="share"
          label={t('replay.share')}
          disabled={at < 0}
          onClick={() => void copyLink()}
        />
        {board.game.notations && <NotationSegment />}
      </div>
    </header>
  );
}

/** A tab that is closed takes along what was not taken, and without a line what it has not sent: the browser asks
 *  first. */
function useUnsent(hasUnsent: boolean, hasUnsaved: boolean): void {
  const { socket } = useServices();
  const isInDanger = hasUnsaved || (hasUnsent && socket.status.value !== 'open');
  useEffect(() => {
    if (!isInDanger) return;
    const ask = (event: Event): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isInDanger]);
}

/** The address names the chapter and the node: a reload, Back and a link bring them back. */
function useAddress(model: StudyModel): void {
  const { navigation } = useServices();
  const { studyId, chapter, at } = model.state.value;
  useLayoutEffect(() => {
    const { page, id, number } = { id: '', number: undefined, ...navigation.route.peek() };
    // Without a number it is the first chapter, whose address stays as it is: another one would be another page.
    if (chapter === null || at < 0 || page !== 'study' || id !== studyId) return;
    const here = { page, id, ...(number !== undefined && { number }) } as const;
    // Browsers allow some hundred changes of the address in half a minute: the last one counts.
    const timer = setTimeout(() => navigation.replace({ ...here, node: at }), 200);
    return () => clearTimeout(timer);
  }, [chapter, at]);
}
