import { useLayoutEffect, useRef } from 'preact/hooks';
import { mayWrite } from '../../state/study_state';
import { copyText } from '../core/copy';
import { singleClick } from '../core/in_flight';
import { useServices } from '../services/services';
import type { StudyModel } from './study_model';

/** What the visitor wrote of moves that did not take it, to be copied, or put at the move that is shown. */
export function UnsavedComments({ model }: { model: StudyModel }) {
  const { preferences, toasts } = useServices();
  const { t } = preferences;
  const { state } = model;
  const area = useRef<HTMLTextAreaElement>(null);
  // The field in which one was writing is gone, and what is typed on would be taken for keys of the page.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) area.current?.focus({ preventScroll: true });
  }, []);
  const text = state.value.unsaved.map((one) => one.text).join('\n\n');
  const copy = async (): Promise<void> => {
    if (await copyText(text)) toasts.show(t('room.copied'));
  };
  const add = (): void => {
    const { at, info, shown } = state.peek();
    const own = shown?.nodes.get(at)?.comments.find(({ by }) => by === info?.you)?.text;
    model.discard();
    model.edit({ do: 'comment', node: at, text: [own, text].filter(Boolean).join('\n\n') });
  };
  return (
    <div class="node-editor">
      <p class="problem" role="alert">
        {t('study.unsaved')}
      </p>
      <textarea class="input" readOnly ref={area} aria-label={t('study.unsaved')} value={text} />
      <div class="row wrap">
        {mayWrite(state.value) && state.value.tried.length === 0 && (
          <button class="button small" onClick={singleClick(add)}>
            {t('study.unsaved.add')}
          </button>
        )}
        <button class="button small" onClick={() => void copy()}>
          {t('study.unsaved.copy')}
        </button>
        <button class="button small" onClick={() => model.discard()}>
          {t('settings.close')}
        </button>
      </div>
    </div>
  );
}
