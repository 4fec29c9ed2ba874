import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { cancelImport, PART_BYTES, type GameImport } from '../../protocol/collections';
import { useHeldOff } from '../core/held_off';
import { singleClick } from '../core/in_flight';
import { useFileNote } from '../people/found_games';
import { ListEnd } from '../parts/list_end';
import { useServices } from '../services/services';
import { isBehindAnother, LostFile, type Upload } from './uploads';
import { isUnfinished, useImports } from './use_imports';
import { useUploads } from './use_uploads';

/** Imports that have ended, of which so many are still told. */
const SHOWN = 5;

interface Props {
  readonly collection: string;
  /** Games have come. */
  readonly onAdded: () => void;
}

/** Before the games of a collection what is on its way into it, or was on this visit; after them earlier imports, which
 *  would push them away when they come. */
export function Imports({
  isOwn,
  children,
  ...props
}: Props & { isOwn: boolean; children: ComponentChildren }) {
  if (!isOwn) return <>{children}</>;
  return <OwnImports {...props}>{children}</OwnImports>;
}

/**
 * Three sources in one list: files that this browser sends (`Uploads`), imports that the server still works at, and
 * those that have ended. An import that this browser sends is in the first two, and shown once.
 */
function OwnImports({ collection, onAdded, children }: Props & { children: ComponentChildren }) {
  const { account, preferences, toasts } = useServices();
  const { t } = preferences;
  const uploads = useUploads();
  const user = account.user.value?.id;
  const sending = uploads.list.value.filter((one) => one.user === user && one.collection === collection);
  const { imports, more, refresh } = useImports(collection, sending.map(({ key }) => key).join(), onAdded);
  const sent = new Set(sending.map(({ importId }) => importId));
  const others = imports.filter(({ id }) => !sent.has(id));
  const cancel = (id: string): void =>
    void cancelImport(account.token, id).then(refresh, (error: unknown) => toasts.showError(error));
  const followed = useRef(new Set<string | null>());
  for (const id of [...sent, ...others.filter(isUnfinished).map((one) => one.id)]) followed.current.add(id);
  const isNow = ({ id }: GameImport): boolean => followed.current.has(id);
  const rows = (list: readonly GameImport[], before = 0) =>
    list
      .slice(0, SHOWN)
      .map((one, at) => (
        <ImportRow key={one.id} place={before + at} shown={one} onCancel={() => cancel(one.id)} />
      ));
  const now = [
    ...sending.map((upload, place) => (
      <UploadRow
        key={upload.key}
        place={place}
        upload={upload}
        onRemove={() => void uploads.remove(upload.key).finally(refresh)}
      />
    )),
    ...rows(others.filter(isNow), sending.length),
  ];
  const ended = others.filter((one) => !isNow(one));
  const earlier = rows(ended);
  const section = (label: string, list: readonly ComponentChildren[], cut: boolean) =>
    list.length > 0 && (
      <section class="card imports" aria-label={label}>
        <ul class="rows">{list}</ul>
        <ListEnd cut={cut} n={list.length} />
      </section>
    );
  return (
    <>
      {section(t('library.import'), now, others.length - ended.length > SHOWN)}
      {children}
      {section(t('import.do'), earlier, more || ended.length > SHOWN)}
    </>
  );
}

interface ToldProps {
  readonly text: string;
  readonly isBad: boolean | undefined;
  /** It is another one every other second: screen readers find it, and do not say each. */
  readonly isCounting: boolean;
}

const Told = ({ text, isBad, isCounting }: ToldProps) => (
  <span class={isBad ? 'problem' : 'muted'} role="status" aria-live={isCounting ? 'off' : 'polite'}>
    {text}
  </span>
);

interface UploadProps {
  readonly upload: Upload;
  readonly place: number;
  readonly onRemove: () => void;
}

/** A file that is being sent: how far it is, or why it waits or has ended. */
function UploadRow({ upload, place, onRemove }: UploadProps) {
  const row = useHeldOff<HTMLLIElement>(place);
  const { preferences, toasts } = useServices();
  const { t } = preferences;
  const problem = useUploads().problems.value.get(upload.key) ?? null;
  const parts = Math.ceil(upload.bytes / PART_BYTES);
  const say = (): string => {
    if (upload.failed)
      return problem instanceof LostFile || !problem
        ? t('library.import.unfinished')
        : toasts.describe(problem);
    if (isBehindAnother(problem)) return t('library.import.queued');
    if (problem !== null) return t('library.import.again', { why: toasts.describe(problem) });
    if (upload.importId === null) return t('library.import.queued');
    return t('library.status.receiving', { percent: Math.floor((100 * upload.sent) / parts) });
  };
  const isCounting = !upload.failed && problem === null && upload.importId !== null;
  return (
    <li class="import-row" ref={row}>
      <b>{upload.name}</b>
      <progress aria-label={upload.name} value={upload.sent} max={parts} />
      <Told text={say()} isBad={upload.failed} isCounting={isCounting} />
      <button class="button small" onClick={onRemove}>
        {t(upload.failed ? 'settings.close' : 'library.cancel')}
      </button>
    </li>
  );
}

interface ImportProps {
  readonly shown: GameImport;
  readonly place: number;
  readonly onCancel: () => void;
}

/**
 * An import as the server tells it. One that is being received and is not sent here was begun by another browser, or
 * left.
 */
function ImportRow({ shown, place, onCancel }: ImportProps) {
  const row = useHeldOff<HTMLLIElement>(place);
  const { t } = useServices().preferences;
  const { file, status, next, total, added, bad, problems } = shown;
  const say = useFileNote();
  const told =
    status === 'receiving'
      ? t('library.import.unfinished')
      : t(`library.status.${status}`, {
          next: total === undefined ? next : `${next} / ${total}`,
          added,
          bad,
          same: next - added - bad,
        });
  return (
    <li class="import-row" ref={row}>
      <b>{file}</b>
      {status === 'waiting' && (
        <progress aria-label={file} {...(total !== undefined && { value: next, max: total })} />
      )}
      <Told text={told} isBad={status === 'failed' || status === 'full'} isCounting={status === 'waiting'} />
      {isUnfinished(shown) && (
        <button class="button small" onClick={singleClick(onCancel)}>
          {t('library.cancel')}
        </button>
      )}
      {problems.length > 0 && (
        <details>
          <summary>{t('library.import.problems')}</summary>
          <ul>
            {problems.map((one, at) => (
              <li key={at}>
                {one.game > 0 ? t('library.import.problem', { game: one.game, why: say(one) }) : say(one)}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
