import { useState } from 'preact/hooks';
import { knownRules } from '../../games/rules';
import type { ChapterSource } from '../../protocol/studies';
import { visibilities, type Visibility } from '../../protocol/study_messages';
import type { GameName } from '../../protocol/types';
import { NamedForm } from '../parts/named_form';
import { gameOptions, Segment } from '../parts/segment';
import { Select } from '../parts/select';
import { useServices } from '../services/services';
import { whyNot } from './why';

/** Code points of a name, at most. */
export const LONGEST_NAME = 100;
/** What a message by HTTP may hold is less than this many bytes. */
const LONGEST_FILE = 1 << 20;

interface Props {
  readonly save: string;
  /** Whether it is asked who may see it: of a new study. */
  readonly visibility?: boolean;
  readonly onSave: (chapter: ChapterSource, visibility: Visibility) => Promise<void>;
  readonly onClose: () => void;
}

/** What a chapter is called and made of: nothing but a game, a file, or a text that holds games or a position. */
export function NewChapter({ save, visibility: asks = false, onSave, onClose }: Props) {
  const { preferences } = useServices();
  const { t } = preferences;
  const [from, setFrom] = useState<'empty' | 'record'>('empty');
  const [visibility, setVisibility] = useState<Visibility>('private');
  const [game, setGame] = useState<GameName>(preferences.settings.value.game);
  const [rule, setRule] = useState<string | null>(null);
  const [record, setRecord] = useState('');
  const why = useWhy();
  const rules = knownRules[game];
  const send = (name: string): Promise<void> => {
    const empty = { name, game, rule: rule ?? rules[0] ?? 'standard' };
    return onSave(from === 'empty' ? empty : { name, record }, visibility);
  };
  const read = async (file: File | undefined): Promise<void> => {
    if (file) setRecord(decoded(await file.slice(0, LONGEST_FILE).arrayBuffer()));
  };
  return (
    <NamedForm longest={LONGEST_NAME} save={save} onSave={send} onClose={onClose} why={why}>
      {asks && <VisibilityField value={visibility} onChange={setVisibility} />}
      <Segment
        label={t('study.from')}
        options={[
          ['empty', t('study.from.empty')],
          ['record', t('study.from.record')],
        ]}
        value={from}
        onChange={setFrom}
      />
      {from === 'empty' ? (
        <>
          <Segment<GameName>
            label={t('lobby.game')}
            options={gameOptions(t)}
            value={game}
            onChange={(one) => {
              setGame(one);
              setRule(null);
            }}
          />
          {rules.length > 1 && (
            <Select
              label={t('rule.label')}
              value={rule ?? rules[0] ?? ''}
              options={rules}
              nameOf={(one) => preferences.named(`rule.${game}.${one}`, 'name', one)}
              onChange={setRule}
            />
          )}
        </>
      ) : (
        <>
          <textarea
            class="input"
            rows={6}
            required
            spellcheck={false}
            aria-label={t('study.record')}
            placeholder={t('study.record')}
            value={record}
            onInput={({ currentTarget }) => setRecord(currentTarget.value)}
          />
          <label class="button">
            <input
              type="file"
              class="hidden"
              onChange={({ currentTarget }) => void read(currentTarget.files?.[0])}
            />
            {t('study.file')}
          </label>
        </>
      )}
    </NamedForm>
  );
}

/** What is no UTF-8 comes from a Chinese program, as a rule. */
function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('gb18030').decode(bytes);
  }
}

/** In words why a form was refused. */
export function useWhy(): (problem: unknown) => string {
  const services = useServices();
  return (problem) => whyNot(services, problem) || services.toasts.describe(problem);
}

interface VisibilityProps {
  readonly value: Visibility;
  readonly onChange: (value: Visibility) => void;
}

export function VisibilityField({ value, onChange }: VisibilityProps) {
  const { t } = useServices().preferences;
  return (
    <div class="field">
      {t('study.visibility')}
      <Segment
        label={t('study.visibility')}
        options={visibilities.map((one) => [one, t(`study.visibility.${one}`)])}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
