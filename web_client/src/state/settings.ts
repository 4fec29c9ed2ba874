import { languageFor, type LanguageTag } from '../i18n/translate';
import { gameNames, type GameName } from '../protocol/types';

export type Theme = 'system' | 'light' | 'dark';
export type Against = 'anyone' | 'computer' | 'friend';
export type NotationStyle = 'zh' | 'wxf' | 'iccs';

/** What a visitor chose on this device. The theme and the language are read once more by index.html, before the
 *  first paint. */
export interface Settings {
  readonly theme: Theme;
  readonly language: LanguageTag;
  readonly pieceSet: 'kai' | 'serif' | 'hybrid' | 'pictogram';
  readonly placing: 'auto' | 'direct' | 'confirm';
  /** What the boards are made of. */
  readonly boards: 'wood' | 'rosewood' | 'paper';
  readonly premove: boolean;
  /** Premoves were explained on this device. */
  readonly advised: boolean;
  /** Single letters do something on the whole page. */
  readonly shortcuts: boolean;
  /** The board as a table of letters below the drawing. */
  readonly textBoard: boolean;
  /** A message of the system when it is one's turn in a tab that is not seen. */
  readonly notify: boolean;
  readonly notation: NotationStyle;
  readonly sound: boolean;
  readonly volume: number;
  readonly targets: boolean;
  readonly coordinates: boolean;
  readonly animate: boolean;
  /** What is better and worse in analyses in colours that nobody takes for one another. */
  readonly blueOrange: boolean;
  /** In games against the computer: what it thinks. */
  readonly thoughts: boolean;
  /** What was played last, so that the lobby opens with it. */
  readonly game: GameName;
  /** `auto` until the visitor chooses: people if there are any. */
  readonly against: Against | 'auto';
  readonly level: number;
  readonly rated: boolean;
  /** By the name of its time control; `none` for none. */
  readonly clock: string;
  readonly botClock: string;
}

/** The part of Storage that is used. */
export type KeyValueStore = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;

export const SETTINGS = 'sanqi.settings';

const isClockName = (value: unknown): boolean => typeof value === 'string' && value.length < 40;

const allowed: { readonly [K in keyof Settings]: readonly Settings[K][] | ((value: unknown) => boolean) } = {
  theme: ['system', 'light', 'dark'],
  language: ['en', 'zh-Hans', 'zh-Hant'],
  pieceSet: ['kai', 'serif', 'hybrid', 'pictogram'],
  placing: ['auto', 'direct', 'confirm'],
  boards: ['wood', 'rosewood', 'paper'],
  premove: [true, false],
  advised: [true, false],
  shortcuts: [true, false],
  textBoard: [true, false],
  notify: [true, false],
  notation: ['zh', 'wxf', 'iccs'],
  sound: [true, false],
  volume: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  targets: [true, false],
  coordinates: [true, false],
  animate: [true, false],
  blueOrange: [true, false],
  thoughts: [true, false],
  game: gameNames,
  against: ['auto', 'anyone', 'computer', 'friend'],
  rated: [true, false],
  clock: isClockName,
  botClock: isClockName,
  level: (value) => Number.isInteger(value) && (value as number) >= 1 && (value as number) <= 8,
};

/** Characters for those who read Chinese; for others letters stand below them, until they choose. */
export function defaults(languages: readonly string[]): Settings {
  const language = languageFor(languages);
  const chinese = language !== 'en';
  return {
    theme: 'system',
    language,
    pieceSet: chinese ? 'kai' : 'hybrid',
    placing: 'auto',
    boards: 'wood',
    premove: true,
    advised: false,
    shortcuts: true,
    textBoard: false,
    notify: false,
    notation: chinese ? 'zh' : 'wxf',
    sound: true,
    volume: 0.6,
    targets: true,
    coordinates: true,
    animate: true,
    blueOrange: false,
    thoughts: false,
    game: 'xiangqi',
    against: 'auto',
    level: 3,
    rated: false,
    clock: '10+5',
    botClock: 'none',
  };
}

/** Whatever is missing, unknown or damaged falls back to its default. */
export function loadSettings(keep: KeyValueStore, languages: readonly string[]): Settings {
  const settings = defaults(languages);
  return { ...settings, ...known(parse(keep.getItem(SETTINGS))) };
}

/** Keeps `some` beside what is kept of others: another tab may have written meanwhile. */
export function saveSettings(keep: KeyValueStore, some: Partial<Settings>): void {
  keep.setItem(SETTINGS, JSON.stringify({ ...parse(keep.getItem(SETTINGS)), ...some }));
}

/** What was chosen in another tab, for one that shows `here`: each tab has its own form of the lobby. */
export function followSettings(keep: KeyValueStore, here: Settings, languages: readonly string[]): Settings {
  const form = (['game', 'against', 'level', 'rated', 'clock', 'botClock'] as const).map((key) => [
    key,
    here[key],
  ]);
  return { ...loadSettings(keep, languages), ...Object.fromEntries(form) } as Settings;
}

function parse(text: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text ?? '{}');
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function known(raw: Record<string, unknown>): Partial<Settings> {
  const entries = Object.entries(allowed).filter(([key, test]) => {
    const value = raw[key];
    return typeof test === 'function' ? test(value) : (test as readonly unknown[]).includes(value);
  });
  return Object.fromEntries(entries.map(([key]) => [key, raw[key]]));
}

/** Storage for when the browser forbids its own: lasts as long as the page. */
export function memoryStorage(): KeyValueStore {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}
