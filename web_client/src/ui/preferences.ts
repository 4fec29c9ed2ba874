import { effect, signal, type ReadonlySignal } from '@preact/signals';
import { common } from '../i18n/en/common';
import type { Area, Dictionary, Key, PageWords } from '../i18n/keys';
import { loadArea } from '../i18n/languages';
import { fill, keyOf, type LanguageTag, type Params } from '../i18n/translate';
import { loadSettings, saveSettings, type Keep, type Settings } from '../state/settings';

/** What the visitor chose, and the words of the chosen language. Reading either inside a component keeps the
 *  component up to date. */
export class Preferences {
  private readonly chosen;
  private readonly areas = new Set<Area>(['common']);
  private english: Dictionary = common;
  private readonly translated = new Map<string, Dictionary>();
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

  /** Adds the words of a page. They are there at once in English, and in the chosen language when this resolves. */
  learn(page: PageWords): Promise<void> {
    this.english = { ...this.english, ...page.english };
    for (const area of page.areas) this.areas.add(area);
    this.words.value = { ...page.english, ...this.words.value };
    return this.loadWords();
  }

  /** Resolves when all areas can be shown in the chosen language; until then the words before stay. */
  async loadWords(): Promise<void> {
    const { language } = this.chosen.value;
    await Promise.all([...this.areas].map((area) => this.fetchArea(language, area)));
    if (language === this.chosen.value.language) this.words.value = this.dictionary(language);
  }

  /** Fetches ahead of the page itself what the page will say. */
  async fetchArea(language: LanguageTag, area: Area): Promise<void> {
    const name = `${language}/${area}`;
    if (!this.translated.has(name)) this.translated.set(name, await loadArea(language, area));
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

  /** Keeps the root element in step: fonts and colours hang on these two attributes. */
  applyTo(root: HTMLElement): void {
    effect(() => {
      const { theme, language, boards } = this.chosen.value;
      root.lang = language;
      root.dataset.boards = boards;
      if (theme === 'system') delete root.dataset.theme;
      else root.dataset.theme = theme;
    });
  }

  private dictionary(language: LanguageTag): Dictionary {
    const parts = [...this.areas].map((area) => this.translated.get(`${language}/${area}`));
    return Object.assign({}, this.english, ...parts) as Dictionary;
  }
}
