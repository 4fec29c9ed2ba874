import { useServices } from '../services/services';
import { saveDrawing } from './picture';
import type { Replay } from './replay_model';

interface Props {
  readonly replay: Replay;
  /** Of the files. */
  readonly name: string;
}

/** The shown position as a picture. */
export function Pictures({ replay, name }: Props) {
  const { preferences, toasts } = useServices();
  const savePicture = (format: 'svg' | 'png'): void => {
    // The drawing as it is on the page: with its marks, arrows and the chosen pieces.
    const drawing = document.querySelector<SVGSVGElement>('.room-board .board > svg');
    if (!drawing) return;
    saveDrawing(drawing, `${name}-${replay.line.length}`, format).catch((error: unknown) =>
      toasts.showError(error),
    );
  };
  return (
    <>
      {(['svg', 'png'] as const).map((format) => (
        <button key={format} class="button small" onClick={() => savePicture(format)}>
          {preferences.t('replay.image')} {format.toUpperCase()}
        </button>
      ))}
    </>
  );
}
