import { useState } from 'preact/hooks';
import { knownRules } from '../../games/rules';
import { Refusal } from '../../protocol/connection';
import { base64Of } from '../../protocol/import';
import type { ChapterSource } from '../../protocol/studies';
import { visibilities, type Visibility } from '../../protocol/study_messages';
import type { FileNote, GameName } from '../../protocol/types';
import { useDrop } from '../core/use_drop';
import { NamedForm } from '../parts/named_form';
import { gameOptions, Segment } from '../parts/segment';
import { RuleSelect } from '../parts/rule_select';
import { useServices, useWords } from '../services/services';
import { MadeOfFile } from './later';
import { whyNot } from './why';

/** Code points of a name, at most. */
export const LONGEST_NAME = 100;
/** Bytes that the server takes in a request, as base64. */
const LONGEST_FILE = (256 << 10) * (3 / 4);

/** What became of the form. */
export interface Added {
  /** What of a file was left out. */
  readonly notes: readonly FileNote[] | undefined;
  readonly open: () => void;
}

interface Props {
  readonly save: string;
  /** Whether it is asked who may see it: of a new study. */
  readonly visibility?: boolean;
  readonly onSave: (chapter: ChapterSource, visibility: Visibility) => Promise<Added>;
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
  const [record, setRecord] = useState<Blob | string>('');
  const [made, setMade] = useState<Added | null>(null);
  const why = useWhy();
  const rules = knownRules[game];
  const send = async (name: string): Promise<void> => {
    const empty = { name, game, rule: rule ?? rules[0] ?? 'standard' };
    const done = await onSave(from === 'empty' ? empty : { name, ...(await contentOf(record)) }, visibility);
    if (done.notes) setMade(done);
    else done.open();
  };
  if (made) return <MadeOfFile notes={made.notes ?? []} onOpen={made.open} />;
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
          <RuleSelect game={game} rules={rules} rule={rule} onChange={setRule} />
        </>
      ) : (
        <RecordField record={record} onRecord={setRecord} />
      )}
    </NamedForm>
  );
}

/** A file goes as it is: the server knows binary formats, and how old programs wrote Chinese. */
async function contentOf(record: Blob | string): Promise<{ record: string } | { base64: string }> {
  if (typeof record === 'string') return { record };
  if (record.size > LONGEST_FILE) throw new Refusal('too_large', '');
  return { base64: await base64Of(record) };
}

interface RecordProps {
  readonly record: Blob | string;
  readonly onRecord: (record: Blob | string) => void;
}

/** A text, or in its place a file that is chosen or dropped. */
function RecordField({ record, onRecord }: RecordProps) {
  const { t } = useWords();
  const isText = typeof record === 'string';
  const take = (file: File | undefined): void => {
    if (file) onRecord(file);
  };
  useDrop(([file]) => take(file));
  return (
    <>
      <textarea
        class="input"
        rows={6}
        required={isText}
        spellcheck={false}
        aria-label={t('study.record')}
        placeholder={t('study.record')}
        value={isText ? record : ''}
        onInput={({ currentTarget }) => onRecord(currentTarget.value)}
      />
      <label class="button">
        <input
          type="file"
          class="hidden"
          // The same file may be chosen again.
          onClick={(event) => (event.currentTarget.value = '')}
          onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
        />
        {record instanceof File ? record.name : t('study.file')}
      </label>
    </>
  );
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

/** "Everyone" is shown, but not offered: no page lists studies, so a link is needed anyway. */
export function VisibilityField({ value, onChange }: VisibilityProps) {
  const { t } = useServices().preferences;
  return (
    <div class="field">
      {t('study.visibility')}
      <Segment
        label={t('study.visibility')}
        options={[...new Set([...visibilities, value])].map((one) => [one, t(`study.visibility.${one}`)])}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
