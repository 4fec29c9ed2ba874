import { useState } from 'preact/hooks';
import { addChapters, changeStudy, deleteStudy, fetchStudyFile } from '../../protocol/studies';
import type { StudyComment, StudyInfo, Visibility } from '../../protocol/study_messages';
import type { Chapter } from '../../state/chapter';
import { mayWrite, roleIn } from '../../state/study_state';
import { leadOn } from '../core/lead_on';
import { saveFile } from '../core/save_file';
import { useSubmit } from '../core/use_submit';
import { NamedForm } from '../parts/named_form';
import { RoomIcon } from '../parts/room_icon';
import { SureButton } from '../parts/sure_button';
import { MorePositionGames } from '../replay/later';
import { Pictures } from '../replay/pictures';
import { useServices } from '../services/services';
import { LONGEST_NAME, NewChapter, useWhy, VisibilityField } from './new_chapter';
import { PrintSheet } from './later';
import { Members } from './study_members';
import type { StudyBoard } from './study_board';
import type { StudyModel } from './study_model';
import { tellWhy } from './why';

interface Props {
  readonly model: StudyModel;
  readonly board: StudyBoard;
  readonly chapter: Chapter;
  readonly authorOf: (comment: StudyComment) => string;
}

/** Below the board: chapters, the study itself, its members, and files of it. */
export function StudyMore(props: Props) {
  const { info } = props.model.state.value;
  if (!info) return null;
  return (
    <div class="replay-more">
      {mayWrite(props.model.state.value) && <Settings {...props} info={info} />}
      <MorePositionGames replay={props.board} />
      <Members model={props.model} info={info} />
      <Files {...props} />
    </div>
  );
}

type Part = 'chapter' | 'rename' | 'settings';

function Settings({ model, board, chapter, info }: Props & { info: StudyInfo }) {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  const { studyId } = model;
  const [open, setOpen] = useState<Part | null>(null);
  const isOwner = roleIn(model.state.value) === 'owner';
  const why = useWhy();
  const close = (): void => setOpen(null);
  const button = (part: Part, text: string) => (
    <button
      class="button small"
      aria-expanded={open === part}
      onClick={() => setOpen(open === part ? null : part)}
    >
      {text}
    </button>
  );
  return (
    <section class="card export" aria-labelledby="study-settings">
      <h2 id="study-settings">{t('study.title')}</h2>
      <div class="row wrap">
        {button('chapter', t('study.chapter.new'))}
        {button('rename', t('study.chapter.rename'))}
        <button
          class="button small"
          onClick={() => model.edit({ do: 'orientation', side: board.flipped.value ? 'second' : 'first' })}
        >
          {t('study.orientation')}
        </button>
        {isOwner && button('settings', t('study.settings'))}
      </div>
      {open === 'chapter' && (
        <NewChapter
          save={t('study.create')}
          onSave={async (source) => {
            const lead = leadOn(navigation);
            const { chapters, notes } = await addChapters(account.token, studyId, source);
            const open = (): void => {
              close();
              if (chapters[0]) lead({ page: 'study', id: studyId, number: chapters[0].chapter });
            };
            return { notes, open };
          }}
          onClose={close}
        />
      )}
      {open === 'rename' && (
        <NamedForm
          initial={chapter.name ?? ''}
          longest={LONGEST_NAME}
          save={t('study.save')}
          onSave={(text) => {
            model.edit({ do: 'rename', text });
            close();
            return Promise.resolve();
          }}
          onClose={close}
          why={why}
        >
          {null}
        </NamedForm>
      )}
      {open === 'settings' && <StudyFields info={info} onClose={close} />}
    </section>
  );
}

function StudyFields({ info, onClose }: { info: StudyInfo; onClose: () => void }) {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  // Said only when it is chosen: another page may have changed it.
  const [visibility, setVisibility] = useState<Visibility>();
  const remove = async (): Promise<void> => {
    const lead = leadOn(navigation);
    await deleteStudy(account.token, info.studyId);
    lead({ page: 'study' });
  };
  return (
    <NamedForm
      initial={info.name}
      longest={LONGEST_NAME}
      save={t('study.save')}
      onSave={async (name) => {
        await changeStudy(account.token, info.studyId, { name, visibility });
        onClose();
      }}
      onClose={onClose}
      why={useWhy()}
      more={<SureButton label={t('study.delete')} question={t('study.delete.sure')} onSure={remove} />}
    >
      <VisibilityField value={visibility ?? info.visibility ?? 'private'} onChange={setVisibility} />
    </NamedForm>
  );
}

/** JSON keeps all; the others what their programs know. */
const formats = ['pgn', 'dhtmlxq', 'xqf', 'sgf', 'json'] as const;

function Files(props: Props) {
  const { model, board } = props;
  const { t } = useServices().preferences;
  const { chapter, info } = model.state.value;
  const [printing, print] = useState(false);
  const known = formats.filter((format) => board.game.formats.includes(format));
  const row = (label: string, number?: number) => (
    <div class="row wrap" role="group" aria-label={label}>
      <span>{label}</span>
      {known.map((format) => (
        <FileButton key={format} studyId={model.studyId} format={format} chapter={number} />
      ))}
    </div>
  );
  return (
    <section class="card export" aria-labelledby="study-export">
      <h2 id="study-export">
        <RoomIcon name="down" /> {t('replay.export')}
      </h2>
      {row(t('study.export.chapter'), chapter ?? 1)}
      {(info?.chapters.length ?? 0) > 1 && row(t('study.export.all'))}
      <div class="row wrap">
        <button class="button small" aria-busy={printing} onClick={() => print(true)}>
          <RoomIcon name="copy" size={15} /> {t('study.print')}
        </button>
        <Pictures replay={board} name={`sanqi-${model.studyId}-${chapter ?? 1}`} />
        {printing && <PrintSheet {...props} onDone={() => print(false)} />}
      </div>
    </section>
  );
}

interface FileProps {
  readonly studyId: string;
  readonly format: string;
  readonly chapter: number | undefined;
}

/** No link: it would not say who asks, and most studies are private. */
function FileButton({ studyId, format, chapter }: FileProps) {
  const services = useServices();
  const { account } = services;
  const { busy, submit } = useSubmit(async () => {
    try {
      const { file, leftOut } = await fetchStudyFile(account.token, studyId, format, chapter);
      saveFile(file, `sanqi-${studyId}${chapter === undefined ? '' : `-${chapter}`}`, format);
      if (leftOut > 0)
        services.toasts.show(services.preferences.t('study.export.left', { n: leftOut }), 'bad');
    } catch (error) {
      tellWhy(services, error);
    }
  });
  return (
    <button class="button small" aria-busy={busy} onClick={() => void submit()}>
      {format.toUpperCase()}
    </button>
  );
}
