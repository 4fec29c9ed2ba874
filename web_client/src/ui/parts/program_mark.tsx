import { useWords } from '../services/services';

/** Beside the name of an account that a program plays for. */
export function ProgramMark({ program }: { readonly program?: boolean | undefined }) {
  const { t } = useWords();
  if (!program) return null;
  return (
    <>
      {' '}
      <span class="tag">{t('player.program')}</span>
    </>
  );
}
