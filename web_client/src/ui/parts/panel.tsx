import type { ComponentChildren } from 'preact';
import { useRef } from 'preact/hooks';
import { useWords } from '../services/services';
import { Icon } from './icon';
import { useDismiss } from '../core/use_dismiss';

interface Props {
  readonly class: string;
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}

/** Lies over a page until it is closed, and has the focus while it does. */
export function Panel({ class: look, title, onClose, children }: Props) {
  const panel = useRef<HTMLElement>(null);
  useDismiss(panel, onClose);
  return (
    <section class={`${look} card popup`} ref={panel} tabIndex={-1} role="dialog" aria-label={title}>
      <PanelHead title={title} onClose={onClose} />
      {children}
    </section>
  );
}

/** `id`: of what names the panel. */
export function PanelHead({ title, onClose, id }: Pick<Props, 'title' | 'onClose'> & { id?: string }) {
  const { t } = useWords();
  return (
    <h2 id={id}>
      {title}
      <span class="space" />
      <button type="button" class="icon-button" aria-label={t('settings.close')} onClick={onClose}>
        <Icon name="close" />
      </button>
    </h2>
  );
}
