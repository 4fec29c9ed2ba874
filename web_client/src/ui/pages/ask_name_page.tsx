import { partsWords } from '../../i18n/parts_words';
import { settingsWords } from '../../i18n/settings_words';
import { together } from '../../i18n/together';
import { NameField } from '../parts/name_field';
import { useServices } from '../services/services';

const words = together(partsWords, settingsWords);

export { words, AskNamePage as view };

/** Before somebody who was never here sits down in a room: one field, that may be skipped. */
function AskNamePage({ onDone }: { onDone: () => void }) {
  const { account, preferences } = useServices();
  const { t } = preferences;
  return (
    <main class="lost ask-name">
      <h1>{t('ask.title')}</h1>
      <p class="muted">{t('ask.intro')}</p>
      <NameField
        id="ask-name"
        label={t('settings.name')}
        initial=""
        action={t('ask.go')}
        onName={(name) => {
          account.rename(name);
          onDone();
        }}
      />
      <button class="button" onClick={onDone}>
        {t('ask.skip')}
      </button>
    </main>
  );
}
