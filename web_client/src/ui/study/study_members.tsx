import { useRef, useState } from 'preact/hooks';
import { addMember, changeMember } from '../../protocol/studies';
import type { StudyInfo, StudyMember, StudyRole } from '../../protocol/study_messages';
import { roleIn } from '../../state/study_state';
import { singleClick } from '../core/in_flight';
import { leadOn } from '../core/lead_on';
import { useSubmit } from '../core/use_submit';
import { IconButton } from '../parts/icon_button';
import { SureButton } from '../parts/sure_button';
import { useServices } from '../services/services';
import { useWhy } from './new_chapter';
import type { StudyModel } from './study_model';
import { tellWhy } from './why';

/** Who may be made what by the owner. */
const roles: readonly StudyRole[] = ['viewer', 'writer'];

/** Who reads and who writes; their owner says so. */
export function Members({ model, info }: { model: StudyModel; info: StudyInfo }) {
  const { account, navigation, preferences } = useServices();
  const { t } = preferences;
  const { you = 0 } = model.state.value.info ?? {};
  const role = roleIn(model.state.value);
  const isOwner = role === 'owner';
  const leave = async (): Promise<void> => {
    const lead = leadOn(navigation);
    await changeMember(account.token, model.studyId, you, 'gone');
    lead({ page: 'study' });
  };
  return (
    <section class="card export" aria-labelledby="study-members">
      <h2 id="study-members">{t('study.members')}</h2>
      <ul class="members">
        {info.members
          .filter((member) => member.role !== 'gone')
          .map((member) => (
            <Member key={member.number} member={member} studyId={model.studyId} isOwner={isOwner} />
          ))}
      </ul>
      {isOwner && account.user.value?.guest === false && <AddMember studyId={model.studyId} />}
      {(role === 'viewer' || role === 'writer') && (
        <SureButton label={t('study.leave')} question={t('study.leave.sure')} onSure={leave} />
      )}
    </section>
  );
}

interface MemberProps {
  readonly member: StudyMember;
  readonly studyId: string;
  readonly isOwner: boolean;
}

/** What changes is told to all who have the study open. */
function Member({ member, studyId, isOwner }: MemberProps) {
  const services = useServices();
  const { account, preferences } = services;
  const { t } = preferences;
  const { number, name, role } = member;
  const wanted = useRef<StudyRole>(role);
  const { busy, submit } = useSubmit(async () => {
    try {
      await changeMember(account.token, studyId, number, wanted.current);
    } catch (error) {
      tellWhy(services, error);
    }
  });
  const become = (next: StudyRole): void => {
    if (busy) return;
    wanted.current = next;
    void submit();
  };
  return (
    <li class="row">
      <bdi class="written">{name}</bdi>
      <span class="space" />
      {isOwner && role !== 'owner' ? (
        <>
          <select
            class="input small"
            aria-label={t('study.member.role', { name })}
            value={role}
            aria-busy={busy}
            onChange={({ currentTarget }) => become(currentTarget.value as StudyRole)}
          >
            {roles.map((one) => (
              <option key={one} value={one}>
                {t(`study.role.${one}`)}
              </option>
            ))}
          </select>
          <IconButton
            icon="close"
            class="small"
            size={14}
            label={t('study.member.remove', { name })}
            aria-busy={busy}
            onClick={singleClick(() => become('gone'))}
          />
        </>
      ) : (
        <span class="muted">{t(`study.role.${role}`)}</span>
      )}
    </li>
  );
}

function AddMember({ studyId }: { studyId: string }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  const [name, setName] = useState('');
  const [role, setRole] = useState<StudyRole>('writer');
  const why = useWhy();
  const { busy, problem, onSubmit } = useSubmit(async () => {
    await addMember(account.token, studyId, name.trim(), role);
    setName('');
  });
  return (
    <form class="row wrap" onSubmit={onSubmit}>
      <input
        class="input small"
        aria-label={t('study.member.name')}
        placeholder={t('study.member.name')}
        maxLength={64}
        required
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <select
        class="input small"
        aria-label={t('study.member.role', { name })}
        value={role}
        onChange={({ currentTarget }) => setRole(currentTarget.value as StudyRole)}
      >
        {roles.map((one) => (
          <option key={one} value={one}>
            {t(`study.role.${one}`)}
          </option>
        ))}
      </select>
      <button class="button small" disabled={name.trim() === ''} aria-busy={busy}>
        {t('study.member.add')}
      </button>
      {problem !== null && (
        <p class="problem" role="alert">
          {why(problem)}
        </p>
      )}
    </form>
  );
}
