import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { common } from '../i18n/en/common';
import type { Dictionary, Key, PageWords } from '../i18n/keys';
import { languageTags, loadFirst } from '../i18n/languages';
import { fill, keyOf, type LanguageTag, type Params } from '../i18n/translate';
import { loadSettings, saveSettings, type Keep, type Settings } from '../state/settings';

/** What the visitor chose, and the words of the chosen language. Reading either inside a component keeps the
 *  component up to date. */
export class Preferences {
  private readonly chosen;
  private readonly first = new Map<LanguageTag, Dictionary>();
  private learned: PageWords = { en: common };
  /** Of the words that are shown: until those of a new choice are here, the old ones stay. */
  private spoken: LanguageTag = 'en';
  private readonly words = signal<Dictionary>(common);

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

  /** Adds the words of a page. */
  learn(words: PageWords): void {
    for (const tag of languageTags)
      this.learned = { ...this.learned, [tag]: { ...this.learned[tag], ...words[tag] } };
    this.speak(this.spoken);
  }

  /** Resolves when the chosen language can be spoken. */
  async loadWords(): Promise<void> {
    const { language } = this.chosen.value;
    if (!this.first.has(language)) this.first.set(language, await loadFirst(language));
    if (language === this.chosen.value.language) this.speak(language);
  }

  readonly t = (key: Key, params?: Params): string => {
    const text = this.words.value[key] ?? key;
    return params ? fill(text, params) : text;
  };

  /** The text of a word of the server; the word itself, if this client is older than the word. */
  readonly named = (prefix: string, word: string): string => {
    const key = keyOf(this.words.value, prefix, word);
    return key ? this.t(key) : word.replaceAll('_', ' ');
  };

  /** Keeps the root element in step: fonts and colours hang on its attributes. */
  applyTo(root: HTMLElement): void {
    effect(() => {
      const { theme, language, boards, blueOrange } = this.chosen.value;
      root.lang = language;
      root.dataset.boards = boards;
      root.toggleAttribute('data-blue-orange', blueOrange);
      if (theme === 'system') delete root.dataset.theme;
      else root.dataset.theme = theme;
    });
  }

  private speak(language: LanguageTag): void {
    this.spoken = language;
    this.words.value = { ...this.learned.en, ...this.first.get(language), ...this.learned[language] };
  }
}
