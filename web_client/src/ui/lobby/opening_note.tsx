import { learnWords as words } from '../../i18n/areas/learn_words';
import { useServices } from '../services/services';

export { words, OpeningNote as view };

/** What an opening of tournaments asks of the two. */
function OpeningNote({ opening }: { opening: string }) {
  const { named, settings } = useServices().preferences;
  return (
    <b>
      {settings.value.language === 'en' && ' '}
      {named(`rule.opening.${opening}`, 'about')}
    </b>
  );
}
