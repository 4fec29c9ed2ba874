import { effect, signal, type ReadonlySignal } from '@preact/signals';
import type { Dictionary, Key, PageWords } from '../../i18n/keys';
import { languageTags, loadArea, type FileArea } from '../../i18n/languages';
import { fill, keyOf, type LanguageTag, type Params } from '../../i18n/translate';
import {
  followSettings,
  loadSettings,
  saveSettings,
  SETTINGS,
  type KeyValueStore,
  type Settings,
} from '../../state/settings';

/** What the visitor chose, and the words of the chosen language. Reading either inside a component keeps the
 *  component up to date. */
export class Preferences {
  private readonly chosen;
  /** What the files of a language say, as far as they are here. */
  private readonly loaded = new Map<string, Dictionary>();
  private readonly needed = new Set<FileArea>(['common']);
  private readonly pages = new Set<PageWords>();
  private learned: PageWords = {};
  /** Of the words that are shown: until those of a new choice are here, the old ones stay. */
  private spoken: LanguageTag = 'en';
  private readonly words = signal<Dictionary>({});

  constructor(
    private readonly keep: KeyValueStore,
    private readonly languages: readonly string[],
  ) {
    this.chosen = signal(loadSettings(keep, languages));
  }

  get settings(): ReadonlySignal<Settings> {
    return this.chosen;
  }

  change(some: Partial<Settings>): void {
    this.chosen.value = { ...this.chosen.value, ...some };
    saveSettings(this.keep, some);
    if (some.language) void this.loadWords();
  }

  /** Another tab has changed what is kept under `key`; under any, for null. */
  heard(key: string | null): void {
    if (key !== null && key !== SETTINGS) return;
    this.chosen.value = followSettings(this.keep, this.chosen.value, this.languages);
    void this.loadWords();
  }

  /** Adds the words of a page. */
  learn(words: PageWords): void {
    if (this.pages.has(words)) return;
    this.pages.add(words);
    for (const tag of languageTags)
      this.learned = { ...this.learned, [tag]: { ...this.learned[tag], ...words[tag] } };
    this.speak(this.spoken);
  }

  /** Whether the words of pages with boards are asked for already. */
  get hasRooms(): boolean {
    return this.needed.has('room');
  }

  /** Resolves when the words of pages with boards can be spoken, too; those of most refusals are among them. */
  needRooms(): Promise<void> {
    this.needed.add('room');
    return this.loadWords();
  }

  /** Resolves when the chosen language can be spoken. */
  async loadWords(): Promise<void> {
    const { language } = this.chosen.value;
    await Promise.all([...this.needed].map((area) => this.load(language, area)));
    if (language === this.chosen.value.language) this.speak(language);
  }

  private async load(language: LanguageTag, area: FileArea): Promise<void> {
    const name = `${language}/${area}`;
    if (!this.loaded.has(name)) this.loaded.set(name, await loadArea(language, area));
  }

  readonly t = (key: Key, params?: Params): string => {
    const text = this.words.value[key] ?? key;
    return params ? fill(text, params) : text;
  };

  /** The text of a word of the server; `unknown`, if this client is older than the word. */
  readonly named = (prefix: string, word: string, unknown = word.replaceAll('_', ' ')): string => {
    const key = keyOf(this.words.value, prefix, word);
    return key ? this.t(key) : unknown;
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
    const files = [...this.needed].map((area) => this.loaded.get(`${language}/${area}`));
    this.words.value = Object.assign({}, this.learned.en, ...files, this.learned[language]) as Dictionary;
  }
}
