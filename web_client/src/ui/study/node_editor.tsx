import type { Brush, StudyComment } from '../../protocol/study_messages';
import { brushes } from '../../protocol/study_messages';
import { pathTo, ROOT, subtree, type Chapter, type MoveNode } from '../../state/chapter';
import { roleIn } from '../../state/study_state';
import { singleClick } from '../core/in_flight';
import { Segment, Switch } from '../parts/segment';
import { SureButton } from '../parts/sure_button';
import { useServices } from '../services/services';
import { CommentField } from './comment_field';
import { glyphGroups, signOf, toggled } from './glyphs';
import type { StudyModel } from './study_model';

/** How one draws. */
export interface Pen {
  readonly on: boolean;
  readonly brush: Brush;
  /** In the place of a circle; empty: none. */
  readonly label: string;
}

interface Props {
  readonly model: StudyModel;
  readonly chapter: Chapter;
  readonly node: MoveNode;
  readonly pen: Pen;
  readonly onPen: (pen: Pen) => void;
  readonly authorOf: (comment: StudyComment) => string;
}

/** What a writer does with the shown node: says something of it, draws on it, and moves it in the tree. */
export function NodeEditor(props: Props) {
  const { model, node } = props;
  const { t } = useServices().preferences;
  const { info, firstIds } = model.state.value;
  const you = info?.you ?? 0;
  const own = node.comments.find(({ by }) => by === you)?.text ?? '';
  return (
    <div class="node-editor">
      <CommentField
        // The number of a move that was just made is the server's in the middle of a word.
        key={firstIds.get(node.id) ?? node.id}
        label={t('study.comment')}
        text={own}
        onWrite={(text) => model.edit({ do: 'comment', node: node.id, text })}
      />
      <OthersComments {...props} you={you} />
      {node.id !== ROOT && <Glyphs {...props} />}
      <Drawing {...props} />
      <Place {...props} />
    </div>
  );
}

/** Comments of a file are anyone's to delete, those of members the owner's of the study: asked first, as of moves. */
function OthersComments({ model, node, authorOf, you }: Props & { you: number }) {
  const { t } = useServices().preferences;
  const isOwner = roleIn(model.state.value) === 'owner';
  const others = node.comments.filter(({ by }) => by !== you && (isOwner || by === undefined));
  return (
    <>
      {others.map((comment) => (
        <div key={`${comment.by ?? 0} ${node.id}`} class="row wrap written caption">
          <bdi>
            {authorOf(comment)}: {comment.text}
          </bdi>
          <SureButton
            label={t('study.comment.delete')}
            question={t('study.comment.sure', { name: authorOf(comment) })}
            onSure={() => model.edit({ do: 'comment', node: node.id, author: comment.by ?? 0, text: '' })}
          />
        </div>
      ))}
    </>
  );
}

function Glyphs({ model, chapter, node }: Props) {
  const { t } = useServices().preferences;
  const sides = {
    first: t(`side.${chapter.game}.first`),
    second: t(`side.${chapter.game}.second`),
  };
  return (
    <div class="row wrap glyphs" role="group" aria-label={t('study.glyphs')}>
      {glyphGroups.flat().map((glyph) => {
        const name = t(`study.glyph.${glyph}`, sides);
        return (
          <button
            key={glyph}
            class="glyph"
            aria-pressed={node.glyphs.includes(glyph)}
            aria-label={name}
            title={name}
            onClick={() => model.edit({ do: 'glyphs', node: node.id, glyphs: toggled(node.glyphs, glyph) })}
          >
            {signOf(glyph)}
          </button>
        );
      })}
    </div>
  );
}

const LONGEST_LABEL = 3;

function Drawing({ model, node, pen, onPen }: Props) {
  const { t } = useServices().preferences;
  return (
    <div class="row wrap drawing">
      <Switch label={t('study.draw')} value={pen.on} onChange={(on) => onPen({ ...pen, on })} />
      {pen.on && (
        <>
          <Segment<Brush>
            label={t('study.brush')}
            options={brushes.map((brush) => [
              brush,
              <span key={brush} class={`brush shape ${brush}`}>
                {t(`study.brush.${brush}`)}
              </span>,
            ])}
            value={pen.brush}
            onChange={(brush) => onPen({ ...pen, brush })}
          />
          <input
            class="input small label-field"
            aria-label={t('study.label')}
            title={t('study.label')}
            placeholder="A"
            maxLength={LONGEST_LABEL}
            value={pen.label}
            onInput={({ currentTarget }) => onPen({ ...pen, label: currentTarget.value.trim() })}
          />
          <span class="caption">{t('study.draw.hint')}</span>
        </>
      )}
      {node.shapes.length > 0 && (
        <button class="button small" onClick={() => model.edit({ do: 'shapes', node: node.id, shapes: [] })}>
          {t('study.wipe')}
        </button>
      )}
    </div>
  );
}

/** Where the move stands, and that it goes. What would take other moves or comments along is asked first. */
function Place({ model, chapter, node }: Props) {
  const { t } = useServices().preferences;
  const { id } = node;
  const siblings = chapter.nodes.get(node.parent ?? NaN)?.children ?? [];
  const isMain = pathTo(chapter, id).every(
    (one) => chapter.nodes.get(one.parent ?? NaN)?.children[0] === one.id,
  );
  const all = subtree(chapter, id).length;
  const asks = all + node.comments.length > 1;
  const act = (what: 'promote' | 'mainLine' | 'cut' | 'remove') => model.edit({ do: what, node: id });
  return (
    <div class="row wrap">
      {siblings.indexOf(id) > 0 && (
        <button class="button small" onClick={singleClick(() => act('promote'))}>
          {t('study.promote')}
        </button>
      )}
      {!isMain && (
        <button class="button small" onClick={singleClick(() => act('mainLine'))}>
          {t('study.mainLine')}
        </button>
      )}
      {all > 1 && (
        <SureButton
          key={`cut ${id}`}
          label={t('study.cut')}
          question={t('study.cut.sure', { n: all - 1 })}
          onSure={() => act('cut')}
        />
      )}
      {id !== ROOT &&
        (asks ? (
          <SureButton
            key={`remove ${id}`}
            label={t('study.remove')}
            question={t('study.remove.sure', { n: all })}
            onSure={() => act('remove')}
          />
        ) : (
          <button class="button small" onClick={singleClick(() => act('remove'))}>
            {t('study.remove')}
          </button>
        ))}
    </div>
  );
}
