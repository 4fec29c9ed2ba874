import { useRef, useState } from 'preact/hooks';
import { FILE_BYTES } from '../../protocol/collections';
import { Icon } from '../parts/icon';
import { PanelHead } from '../parts/panel';
import { singleClick } from '../core/in_flight';
import { useFocus } from '../core/use_dismiss';
import { useServices } from '../services/services';
import { FilePreview } from './file_preview';
import { useUploads } from './use_uploads';

interface Props {
  readonly collection: string;
  readonly files: readonly File[];
  readonly onFiles: (files: readonly File[]) => void;
  readonly onClose: () => void;
}

/** Whole kilobytes, rounded up, or megabytes. */
export const sizeText = (bytes: number): string =>
  bytes < 1 << 20 ? `${Math.ceil(bytes / 1024)} KB` : `${(bytes / (1 << 20)).toFixed(1)} MB`;

/** What the server takes: neither nothing nor more than a file may have. */
const fits = ({ size }: File): boolean => size > 0 && size <= FILE_BYTES;

/**
 * Files and pasted games on their way into a collection: what is in them, then all of it. Sending goes on when the
 * panel and the page are left: see `Uploads`.
 */
export function ImportPanel({ collection, files, onFiles, onClose }: Props) {
  const { t } = useServices().preferences;
  const uploads = useUploads();
  const [text, setText] = useState('');
  const panel = useRef<HTMLElement>(null);
  useFocus(panel);
  const pasted = text.trim() === '' ? [] : [new File([text], t('library.import.pasted'))];
  const wanted = [...files.filter(fits), ...pasted.filter(fits)];
  const send = (event: Event): void => {
    event.preventDefault();
    if (wanted.length === 0) return;
    void uploads.add(collection, wanted);
    onFiles([]);
    onClose();
  };
  return (
    <section class="card import-panel" ref={panel} tabIndex={-1} aria-labelledby="import-title">
      <PanelHead id="import-title" title={t('library.import')} onClose={onClose} />
      <form class="stack" onSubmit={send}>
        <label class="drop">
          <input
            type="file"
            multiple
            class="hidden"
            // Anew with each: the same file may be chosen again.
            key={files.length}
            onChange={(event) => onFiles(distinct([...files, ...(event.currentTarget.files ?? [])]))}
          />
          <b>{t('library.import.drop')}</b>
          <span class="caption">{t('library.import.formats')}</span>
        </label>
        <textarea
          class="input"
          rows={3}
          spellcheck={false}
          placeholder={t('library.import.paste')}
          aria-label={t('library.import.paste')}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
        <Chosen files={files} onFiles={onFiles} />
        <div class="row wrap">
          <button class="button primary" disabled={wanted.length === 0}>
            {t('library.import')}
          </button>
        </div>
      </form>
    </section>
  );
}

const keyOf = (file: File): string => `${file.name} ${file.size} ${file.lastModified}`;

/** One that is chosen again is there once. */
export const distinct = (files: readonly File[]): readonly File[] => [
  ...new Map(files.map((file) => [keyOf(file), file])).values(),
];

/** Files that are chosen, each with what was found in it, before anything is sent. */
function Chosen({ files, onFiles }: Pick<Props, 'files' | 'onFiles'>) {
  const { t } = useServices().preferences;
  if (files.length === 0) return null;
  return (
    <ul class="chosen-files">
      {files.map((file, index) => (
        <li key={keyOf(file)}>
          <div class="row">
            <b>{file.name}</b>
            <span class="caption">{sizeText(file.size)}</span>
            <span class="space" />
            <button
              type="button"
              class="icon-button"
              aria-label={t('library.import.remove', { name: file.name })}
              onClick={singleClick(() => onFiles(files.filter((_, at) => at !== index)))}
            >
              <Icon name="close" />
            </button>
          </div>
          {fits(file) ? (
            <FilePreview file={file} />
          ) : (
            <p class="problem" role="alert">
              {t('library.import.tooLarge')}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
