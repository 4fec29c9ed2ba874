import { effect, signal } from '@preact/signals';
import { knownRules } from '../../games/rules';
import type { Dictionary, Key, PageWords } from '../../i18n/keys';
import { wordsFrom, type Source } from '../../i18n/languages';
import { fill, keyOf, type LanguageTag, type Params } from '../../i18n/translate';
import type { GameName } from '../../protocol/types';
import type { KeyValueStore } from '../../state/storage';
import { followSettings, loadSettings, saveSettings, SETTINGS, type Settings } from './settings';
import { needed } from './reload';

/**
 * The visitor's settings and the words of the chosen language, as signals: a component that reads either is drawn
 * again when it changes. Until the words of another language are loaded, those of the former stay. One for the
 * client.
 */
export class Preferences {
  readonly settings;
  /** All words that are needed, in the languages in which they are here. */
  readonly #loaded = new Map<Source, Partial<Record<LanguageTag, Dictionary>>>([['common', {}]]);
  /** Of the words that are shown: until those of a new choice are here, the old ones stay. */
  #shownLanguage: LanguageTag = 'en';
  readonly #words = signal<Dictionary>({});

  constructor(
    private readonly keep: KeyValueStore,
    private readonly languages: readonly string[],
  ) {
    this.settings = signal(loadSettings(keep, languages));
  }

  /** At once, and kept. Words of another language follow when they are here. */
  change(some: Partial<Settings>): void {
    this.settings.value = { ...this.settings.value, ...some };
    saveSettings(this.keep, some);
    if (some.language) this.#loadChosen();
  }

  /** Another tab has changed what is kept under `key` (null: under any). */
  onStorage(key: string | null): void {
    if (key !== null && key !== SETTINGS) return;
    this.settings.value = followSettings(this.keep, this.settings.value, this.languages);
    this.#loadChosen();
  }

  /** Adds the words of a page; resolves when `t` knows them. Only 繁體 needs a fetch. Calling it again is free. */
  async addWords(words: PageWords): Promise<void> {
    const known = this.#loaded.get(words) ?? { ...words };
    if (this.#loaded.has(words) && known[this.#shownLanguage]) return;
    this.#loaded.set(words, known);
    if (!known[this.#shownLanguage]) await this.#load(words, this.#shownLanguage);
    this.#publish(this.#shownLanguage);
  }

  /** Loads the words of pages with boards, those for the codes of refusals among them. */
  loadRoomWords(): Promise<void> {
    if (!this.#loaded.has('room')) this.#loaded.set('room', {});
    return this.loadWords();
  }

  /** Resolves when all words that are needed are loaded in the chosen language. */
  async loadWords(): Promise<void> {
    const { language } = this.settings.value;
    const missing = () => [...this.#loaded].filter(([, words]) => !words[language]);
    // In a loop: pages may add words meanwhile.
    while (missing().length > 0) await Promise.all(missing().map(([source]) => this.#load(source, language)));
    // Another one was chosen while these came: they are kept for later, and that choice publishes its own.
    if (language === this.settings.value.language) this.#publish(language);
  }

  #loadChosen(): void {
    needed(this.loadWords());
  }

  /** Rejects where the file cannot be had. Browsers fetch a file once, however often it is asked for. */
  async #load(source: Source, language: LanguageTag): Promise<void> {
    const words = await wordsFrom(source, language);
    Object.assign(this.#loaded.get(source) ?? {}, { [language]: words });
  }

  /** The text of a key, with its places filled. A key without words is shown as it is: that is a fault, and seen. */
  readonly t = (key: Key, params?: Params): string => {
    const text = this.#words.value[key] ?? key;
    return params ? fill(text, params) : text;
  };

  /** The text of a word of the server; `unknown`, if this client is older than the word. */
  readonly named = (prefix: string, word: string, unknown = word.replaceAll('_', ' ')): string => {
    const key = keyOf(this.#words.value, prefix, word);
    return key ? this.t(key) : unknown;
  };

  readonly ruleName = (game: GameName, rule: string): string =>
    this.named(`rule.${game}.${rule}`, 'name', rule);

  /** By which rule, where a game has several, and by which opening procedure, where there is one. */
  readonly ruleNames = (game: GameName, rule?: string, opening?: string | null): readonly string[] => [
    ...(rule && knownRules[game][1] ? [this.ruleName(game, rule)] : []),
    ...(opening ? [this.named('rule.opening', opening)] : []),
  ];

  /** Keeps the root element in step: fonts and colours hang on its attributes. */
  applyTo(root: HTMLElement): void {
    effect(() => {
      const { theme, language, boards, blueOrange } = this.settings.value;
      root.lang = language;
      root.dataset.boards = boards;
      root.toggleAttribute('data-blue-orange', blueOrange);
      if (theme === 'system') delete root.dataset.theme;
      else root.dataset.theme = theme;
    });
  }

  /** All words in one signal: of English first, so that what a language lacks is at least readable. */
  #publish(language: LanguageTag): void {
    this.#shownLanguage = language;
    const words = [...this.#loaded.values()];
    this.#words.value = Object.assign(
      {},
      ...words.map(({ en }) => en),
      ...words.map((one) => one[language]),
    ) as Dictionary;
  }
}
