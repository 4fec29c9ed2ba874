import type { PieceSet } from '../../board/model/game';
import type { Placing } from '../../board/model/hand';
import type { BoardKind } from '../../board/wood/board_theme';
import { languageFor, type LanguageTag } from '../../i18n/translate';
import { gameNames, type GameName } from '../../protocol/types';
import { readJson, type KeyValueStore } from '../../state/storage';

export type Theme = 'system' | 'light' | 'dark';
/** Kinds of opponents in the lobby. */
export type Against = 'anyone' | 'computer' | 'friend';
export type NotationStyle = 'zh' | 'wxf' | 'iccs';

/** What a visitor chose on this device. The theme and the language are read once more by index.html, before the
 *  first paint. */
export interface Settings {
  readonly theme: Theme;
  readonly language: LanguageTag;
  readonly pieceSet: PieceSet;
  readonly placing: Placing;
  /** Whether a move is asked about before it is sent: in games of days, always or never. */
  readonly confirmMoves: 'never' | 'days' | 'always';
  /** What the boards are made of. */
  readonly boards: BoardKind;
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
  /** On devices that can: a short one for one's turn, a long one for a clock that runs out. */
  readonly vibrate: boolean;
  /** The screen stays on while one plays. */
  readonly awake: boolean;
  readonly targets: boolean;
  readonly coordinates: boolean;
  readonly animate: boolean;
  /** Better and worse moves of analyses in blue and orange, which are told apart with every colour vision. */
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

/** Where they are kept, as JSON. Also read by index.html. */
export const SETTINGS = 'sanqi.settings';

const isClockName = (value: unknown): boolean => typeof value === 'string' && value.length < 40;

/** Of the computer. */
export const levels = [1, 2, 3, 4, 5, 6, 7, 8] as const;

type Choice = 'theme' | 'pieceSet' | 'placing' | 'confirmMoves' | 'boards';

/** Settings of a few values, in the order in which they are offered. */
export const choices: { readonly [K in Choice]: readonly Settings[K][] } = {
  theme: ['system', 'light', 'dark'],
  pieceSet: ['kai', 'serif', 'hybrid', 'pictogram'],
  placing: ['auto', 'direct', 'confirm'],
  confirmMoves: ['never', 'days', 'always'],
  boards: ['wood', 'rosewood', 'paper'],
};

/** What may be chosen where it is not on or off. */
const allowed: { readonly [K in keyof Settings]?: readonly Settings[K][] | ((value: unknown) => boolean) } = {
  ...choices,
  language: ['en', 'zh-Hans', 'zh-Hant'],
  notation: ['zh', 'wxf', 'iccs'],
  volume: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  game: gameNames,
  against: ['auto', 'anyone', 'computer', 'friend'],
  clock: isClockName,
  botClock: isClockName,
  level: levels,
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
    confirmMoves: 'days',
    boards: 'wood',
    premove: true,
    advised: false,
    shortcuts: true,
    textBoard: false,
    notify: false,
    notation: chinese ? 'zh' : 'wxf',
    sound: true,
    volume: 0.6,
    vibrate: true,
    awake: true,
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
  return { ...settings, ...validOf(keptIn(keep), settings) };
}

/** Keeps `some` beside what is kept of others: another tab may have written meanwhile. */
export function saveSettings(keep: KeyValueStore, some: Partial<Settings>): void {
  keep.setItem(SETTINGS, JSON.stringify({ ...keptIn(keep), ...some }));
}

/** What was chosen in another tab, for one that shows `here`: each tab has its own form of the lobby. */
export function followSettings(keep: KeyValueStore, here: Settings, languages: readonly string[]): Settings {
  const form = (['game', 'against', 'level', 'rated', 'clock', 'botClock'] as const).map((key) => [
    key,
    here[key],
  ]);
  return { ...loadSettings(keep, languages), ...Object.fromEntries(form) } as Settings;
}

/** What is kept, whatever it holds. */
function keptIn(keep: KeyValueStore): Record<string, unknown> {
  const value = readJson(keep, SETTINGS);
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/**
 * The entries of `raw` that are settings, and such as may be chosen. Other entries are dropped here, but stay in the
 * storage: a newer version, or the next one, may know them.
 */
function validOf(raw: Record<string, unknown>, settings: Settings): Partial<Settings> {
  const isValid = (key: string): boolean => {
    const [value, test] = [raw[key], allowed[key as keyof Settings]];
    if (!test) return typeof value === 'boolean';
    return typeof test === 'function' ? test(value) : (test as readonly unknown[]).includes(value);
  };
  const keys = Object.keys(settings).filter(isValid);
  return Object.fromEntries(keys.map((key) => [key, raw[key]]));
}
