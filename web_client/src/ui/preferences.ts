import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { en, type Dictionary, type Key } from '../i18n/en';
import { loadLanguage } from '../i18n/languages';
import { fill, keyOf, type Params } from '../i18n/translate';
import { loadSettings, saveSettings, type Keep, type Settings } from '../state/settings';

/** What the visitor chose, and the words of the chosen language. Reading either inside a component keeps the
 *  component up to date. */
export class Preferences {
  private readonly chosen;
  private readonly words = signal<Dictionary>(en);

  constructor(
    private readonly keep: Keep,
    languages: readonly string[],
  ) {
    this.chosen = signal(loadSettings(keep, languages));
  }

  get settings(): ReadonlySignal<Settings> {
    return this.chosen;
  }

  change(some: Partial<Settings>): void {
    this.chosen.value = { ...this.chosen.value, ...some };
    saveSettings(this.keep, this.chosen.value);
    if (some.language) void this.loadWords();
  }

  /** Resolves when the chosen language can be shown. */
  async loadWords(): Promise<void> {
    const { language } = this.chosen.value;
    const words = await loadLanguage(language);
    if (language === this.chosen.value.language) this.words.value = words;
  }

  readonly t = (key: Key, params?: Params): string => {
    const text = this.words.value[key];
    return params ? fill(text, params) : text;
  };

  /** The text of a word of the server; the word itself, if this client is older than the word. */
  readonly named = (prefix: string, word: string): string => {
    const key = keyOf(this.words.value, prefix, word);
    return key ? this.t(key) : word.replaceAll('_', ' ');
  };

  /** Keeps the root element in step: fonts and colours hang on these two attributes. */
  applyTo(root: HTMLElement): void {
    effect(() => {
      const { theme, language } = this.chosen.value;
      root.lang = language;
      if (theme === 'system') delete root.dataset.theme;
      else root.dataset.theme = theme;
    });
  }
}
